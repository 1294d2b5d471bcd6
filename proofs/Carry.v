(** Carry look-ahead: one addition of words finds the carries that a ripple would find limb by limb.

    Numbers are functions from places to digits, the lowest place first; bits of words are [Z.testbit]. *)
Require Import ZArith Bool List Lia.
Open Scope Z_scope.

(** The carry that arrives at place [i] when one carry ripples through the places, one after the other. *)
Fixpoint ripple (generates propagates : nat -> bool) (carry_in : bool) (i : nat) : bool :=
  match i with
  | O => carry_in
  | S j => generates j || propagates j && ripple generates propagates carry_in j
  end.

Definition bits (word : Z) (i : nat) : bool := Z.testbit word (Z.of_nat i).

Lemma ripple_of_words g p carry_in i :
  Z.land g p = 0 ->
  bits (Z.lxor (2 * g + p + Z.b2z carry_in) p) i = ripple (bits g) (bits p) carry_in i.
Proof.
  intros apart.
  destruct (Z.add_carry_bits (2 * g) p carry_in) as (x & sum & next & first).
  rewrite sum.
  assert (exclusive : forall j, Z.testbit g j && Z.testbit p j = false)
    by (intros; rewrite <- Z.land_spec, apart; apply Z.bits_0).
  assert (step : forall j, Z.testbit x (Z.of_nat (S j))
    = Z.testbit (2 * g) (Z.of_nat j) && Z.testbit p (Z.of_nat j)
      || Z.testbit x (Z.of_nat j) && (Z.testbit (2 * g) (Z.of_nat j) || Z.testbit p (Z.of_nat j))).
  { intros j. rewrite Nat2Z.inj_succ, <- Z.div2_bits by lia.
    rewrite next. now rewrite !Z.lor_spec, !Z.land_spec, !Z.lor_spec. }
  assert (both : forall j,
    Z.testbit (2 * g) (Z.of_nat j) && Z.testbit x (Z.of_nat j) = false /\
    xorb (Z.testbit (2 * g) (Z.of_nat j)) (Z.testbit x (Z.of_nat j)) = ripple (bits g) (bits p) carry_in j).
  { induction j as [|j [apart_x same]].
    - rewrite Z.testbit_even_0. simpl. split; [reflexivity|]. simpl in first. rewrite first. now destruct carry_in.
    - specialize (exclusive (Z.of_nat j)).
      change (ripple (bits g) (bits p) carry_in (S j)) with
        (Z.testbit g (Z.of_nat j) || Z.testbit p (Z.of_nat j) && ripple (bits g) (bits p) carry_in j).
      rewrite <- same.
      rewrite step. rewrite Nat2Z.inj_succ, Z.testbit_even_succ by lia.
      revert exclusive apart_x.
      destruct (Z.testbit g (Z.of_nat j)), (Z.testbit p (Z.of_nat j)), (Z.testbit (2 * g) (Z.of_nat j)),
        (Z.testbit x (Z.of_nat j)); simpl; intuition congruence. }
  unfold bits at 1. rewrite !Z.lxor_spec. destruct (both i) as [_ <-].
  now destruct (Z.testbit (2 * g) (Z.of_nat i)), (Z.testbit x (Z.of_nat i)), (Z.testbit p (Z.of_nat i)).
Qed.

(** About [arriving] in kernels/normalize/lookahead.hpp: in words of 64 bits, bits 0 to 32 of
    ((g << 1) + in + p) ^ p are the carries of a ripple through 32 places. *)
Theorem arriving_is_ripple g p carry_in i :
  0 <= g < 2 ^ 32 -> 0 <= p < 2 ^ 32 -> Z.land g p = 0 ->
  bits (Z.lxor ((Z.shiftl g 1 + Z.b2z carry_in + p) mod 2 ^ 64) p) i = ripple (bits g) (bits p) carry_in i.
Proof.
  intros g_range p_range apart. rewrite Z.shiftl_mul_pow2, Z.mul_comm by lia.
  rewrite Z.mod_small by (change (2 ^ 1) with 2; unfold Z.b2z; destruct carry_in; lia).
  rewrite <- (ripple_of_words g p carry_in i apart). do 2 f_equal. lia.
Qed.

(** About [arriving_inside] in kernels/normalize/lookahead.hpp: words of 32 bits lose only the carry out. *)
Theorem arriving_inside_is_ripple g p carry_in i :
  Z.land g p = 0 -> (i < 32)%nat ->
  bits (Z.lxor ((Z.shiftl g 1 + Z.b2z carry_in + p) mod 2 ^ 32) p) i = ripple (bits g) (bits p) carry_in i.
Proof.
  intros apart place. rewrite Z.shiftl_mul_pow2, Z.mul_comm by lia.
  rewrite <- (ripple_of_words g p carry_in i apart). unfold bits.
  rewrite !Z.lxor_spec, Z.mod_pow2_bits_low by lia. do 2 f_equal. lia.
Qed.

(** About [leave_groups] in kernels/normalize/lookahead.hpp: a group of [n] places hands on what arrives if all
    of them propagate, and otherwise what leaves it if nothing arrives. *)
Theorem group_is_place generates propagates carry_in n :
  let all := forallb propagates (seq 0 n) in
  (forall i, generates i && propagates i = false) ->
  ripple generates propagates carry_in n =
  (if all then carry_in else ripple generates propagates false n).
Proof.
  intros all apart. subst all. induction n as [|n same]; [reflexivity|].
  rewrite seq_S, forallb_app. simpl forallb. simpl ripple. rewrite same. specialize (apart n).
  destruct (forallb propagates (seq 0 n)), (generates n), (propagates n); simpl in *; try congruence.
Qed.

(** The first [n] digits to the base [base] as a number. *)
Fixpoint value (base : Z) (digit : nat -> Z) (n : nat) : Z :=
  match n with
  | O => 0
  | S m => value base digit m + digit m * base ^ Z.of_nat m
  end.

(** About [load_sums] in kernels/normalize/lookahead.hpp: a place generates a carry if its sum, modulo the
    base, is less than an operand, and propagates one if it is the largest digit, never both; with the carries
    of a ripple through these places, the sums are the digits of the sum of two numbers. *)
Theorem sums_are_digits base a b carry_in n :
  0 < base -> (forall i, 0 <= a i < base) -> (forall i, 0 <= b i < base) ->
  let sum i := (a i + b i) mod base in
  let generates i := sum i <? a i in
  let propagates i := sum i =? base - 1 in
  let carry := ripple generates propagates carry_in in
  (forall i, generates i && propagates i = false) /\
  value base (fun i => (sum i + Z.b2z (carry i)) mod base) n + Z.b2z (carry n) * base ^ Z.of_nat n =
  value base a n + value base b n + Z.b2z carry_in.
Proof.
  intros positive a_range b_range sum generates propagates carry.
  assert (wraps : forall i, sum i = if generates i then a i + b i - base else a i + b i).
  { intros i. unfold generates, sum. specialize (a_range i). specialize (b_range i).
    destruct (Z.lt_ge_cases (a i + b i) base) as [small|large].
    - rewrite Z.mod_small by lia. destruct (Z.ltb_spec (a i + b i) (a i)); lia.
    - replace ((a i + b i) mod base) with (a i + b i - base).
      + destruct (Z.ltb_spec (a i + b i - base) (a i)); lia.
      + apply Z.mod_unique with 1; lia. }
  assert (apart : forall i, generates i && propagates i = false).
  { intros i. unfold propagates. rewrite wraps. specialize (a_range i). specialize (b_range i).
    destruct (generates i); [simpl|reflexivity]. apply Z.eqb_neq. lia. }
  split; [exact apart|].
  induction n as [|n same].
  - simpl. destruct carry_in; reflexivity.
  - rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. simpl value.
    set (power := base ^ Z.of_nat n) in *.
    enough ((sum n + Z.b2z (carry n)) mod base + Z.b2z (carry (S n)) * base = a n + b n + Z.b2z (carry n)) by nia.
    change (carry (S n)) with (generates n || propagates n && carry n).
    specialize (apart n). specialize (wraps n). specialize (a_range n). specialize (b_range n).
    assert (0 <= sum n < base) by (apply Z.mod_pos_bound; lia).
    assert (propagated : propagates n = true <-> sum n = base - 1) by apply Z.eqb_eq.
    destruct (generates n) eqn:Hg, (propagates n) eqn:Hp; simpl in apart; try discriminate;
      cbn [orb andb Z.b2z]; simpl in wraps.
    + rewrite Z.mod_small; [lia|]. assert (sum n <> base - 1) by (intros E; apply propagated in E; discriminate).
      destruct (carry n); cbn [Z.b2z]; lia.
    + assert (sum n = base - 1) by now apply propagated.
      destruct (carry n); cbn [Z.b2z].
      * replace (sum n + 1) with base by lia. rewrite Z.mod_same by lia. lia.
      * rewrite Z.mod_small by lia. lia.
    + assert (sum n <> base - 1) by (intros E; apply propagated in E; discriminate).
      rewrite Z.mod_small by (destruct (carry n); cbn [Z.b2z]; lia). lia.
Qed.
