(** Coefficients of exact products from their residues modulo 2^61 - 1 and 2^31 - 1. *)
Require Import ZArith Lia Znumtheory.
From Proofs Require Import Words Mersenne_field.
Open Scope Z_scope.

Definition canonical31 (x : Z) : Z := if x =? p31 then 0 else x.

Lemma unique_below p a b : 0 <= a < p -> 0 <= b < p -> congruent p a b -> a = b.
Proof. intros a_range b_range [k same]. assert (k = 0) by nia. lia. Qed.

Lemma m31_canonical x : in_m31 x -> 0 <= canonical31 x < p31 /\ congruent p31 (canonical31 x) x.
Proof.
  unfold in_m31, canonical31, congruent, p31. intros range.
  destruct (Z.eqb_spec x (2 ^ 31 - 1)); split; try lia; [exists (-1)|exists 0]; lia.
Qed.

(** About [write_residue] in kernels/fft/ends/words.hpp: t = 2 (r - s), and c = r + (2^61 - 1) t in three words of 32
    bits. *)
Theorem residues_give_coefficient c :
  0 <= c < p31 * p61 ->
  let r := c mod p61 in
  let s := c mod p31 in
  let r_mod_31 := once_less (word32 (Z.land r p31 + word32 (Z.shiftr r 31))) in
  let difference := once_more (word32 (r_mod_31 - s)) in
  let t := canonical31 (once_less (word32 (difference + difference))) in
  let low := word64 (Z.shiftl t 61) in
  let sum := word64 (low + word64 (r - t)) in
  let upper := word32 (word32 (Z.shiftr t 3) - (if r <? t then 1 else 0) + (if sum <? low then 1 else 0)) in
  c = upper * 2 ^ 64 + sum.
Proof.
  intros c_range. cbv zeta.
  set (r := c mod p61). set (s := c mod p31).
  pose proof (div_mod_parts c p61 ltac:(unfold p61; lia)) as [c_sum r_range].
  pose proof (div_mod_parts c p31 ltac:(unfold p31; lia)) as [c_sum_31 s_range].
  fold r in c_sum, r_range. fold s in c_sum_31, s_range.
  set (exact := c / p61) in *. set (quotient_31 := c / p31) in *. clearbody r s exact quotient_31.
  assert (exact_range : 0 <= exact < p31) by (unfold p31, p61 in *; nia).
  assert (first : in_m31 (once_less (word32 (Z.land r p31 + word32 (Z.shiftr r 31)))) /\
                  congruent p31 (once_less (word32 (Z.land r p31 + word32 (Z.shiftr r 31)))) r).
  { unfold p31 at 1 3. rewrite mask_is_mod, shift_is_div by lia. unfold p61 in r_range.
    split_by r (2 ^ 31) high l. rewrite (word32_small high) by lia. rewrite word32_small by lia.
    destruct (once_less_is_reduced (l + high)) as [inside [k same]]; [unfold p31; lia|].
    split; [exact inside|]. exists (k - high). unfold p31 in *. lia. }
  destruct first as [a_range a_same]. set (a := once_less _) in *. clearbody a.
  destruct (once_more_is_reduced a s) as [d_range d_same]; [exact a_range|unfold in_m31; lia|].
  set (d := once_more _) in *. clearbody d.
  destruct (m31_sum d d d_range d_range) as [e_range e_same]. set (e := once_less _) in *. clearbody e.
  destruct (m31_canonical e e_range) as [t_range t_same]. set (t := canonical31 e) in *. clearbody t.
  assert (t = exact).
  { apply (unique_below p31); trivial.
    destruct a_same as [ka a_same], d_same as [kd d_same], e_same as [ke e_same], t_same as [kt t_same].
    (* t = 2 (r - s) and r - s = -p61 exact; -2 p61 = 1 modulo p31. *)
    exists (kt + ke + 2 * kd + 2 * ka + 2 * quotient_31 - exact * (2 ^ 31 + 1)). unfold p31, p61 in *. nia. }
  subst t. unfold p31, p61 in *.
  rewrite Z.shiftl_mul_pow2, shift_is_div by lia.
  assert (low_value : word64 (exact * 2 ^ 61) = exact mod 2 ^ 3 * 2 ^ 61).
  { unfold word64. change (2 ^ 64) with (2 ^ 3 * 2 ^ 61). apply Z.mul_mod_distr_r; lia. }
  rewrite low_value. split_by exact (2 ^ 3) q l. rewrite (word32_small q) by lia.
  destruct (Z.ltb_spec r exact).
  - replace (word64 (r - exact)) with (r - exact + 2 ^ 64) by (apply Z.mod_unique with (-1); lia).
    destruct (Z.le_gt_cases exact (l * 2 ^ 61 + r)).
    + replace (word64 (l * 2 ^ 61 + (r - exact + 2 ^ 64))) with (l * 2 ^ 61 + (r - exact))
        by (apply Z.mod_unique with 1; lia).
      destruct (Z.ltb_spec (l * 2 ^ 61 + (r - exact)) (l * 2 ^ 61)); [|lia]. rewrite word32_small by lia. lia.
    + rewrite word64_small by lia.
      destruct (Z.ltb_spec (l * 2 ^ 61 + (r - exact + 2 ^ 64)) (l * 2 ^ 61)); [lia|].
      rewrite word32_small by nia. nia.
  - rewrite (word64_small (r - exact)) by lia. rewrite word64_small by lia.
    destruct (Z.ltb_spec (l * 2 ^ 61 + (r - exact)) (l * 2 ^ 61)); [lia|]. rewrite word32_small by lia. lia.
Qed.

Fixpoint sum_of_terms (a b : nat -> Z) (n : nat) : Z :=
  match n with
  | O => 0
  | S m => sum_of_terms a b m + a m * b m
  end.

(** About [most_exact_digits] in src/plan/exact_plan.hpp: the sum of this many products of two digits of 32 bits is
    less than the product of both moduli, and the sum of one more product may be larger. *)
Theorem coefficients_are_below_moduli a b n :
  (forall i, 0 <= a i < 2 ^ 32) -> (forall i, 0 <= b i < 2 ^ 32) ->
  (Z.of_nat n <= 2 ^ 28 - 1 -> 0 <= sum_of_terms a b n < p31 * p61) /\
  2 ^ 28 * (2 ^ 32 - 1) ^ 2 > p31 * p61.
Proof.
  intros a_range b_range. split; [|unfold p31, p61; lia]. intros few.
  enough (0 <= sum_of_terms a b n <= Z.of_nat n * (2 ^ 32 - 1) ^ 2) by (unfold p31, p61; nia).
  clear few. induction n as [|n bound]; [simpl; lia|].
  rewrite Nat2Z.inj_succ. simpl sum_of_terms. specialize (a_range n). specialize (b_range n). nia.
Qed.
