(** Digits of transforms: balanced ones by Booth's recoding, and ones recoded at random. *)
Require Import ZArith Lia.
From Proofs Require Import Words.
Open Scope Z_scope.

(** The number whose digits to the base 2^b are [digit]. *)
Fixpoint number (b : Z) (digit : nat -> Z) (m : nat) : Z :=
  match m with
  | O => 0
  | S k => number b digit k + digit k * 2 ^ (b * Z.of_nat k)
  end.

(** ** Balanced digits *)

(** The lowest [bits] bits as a signed number. *)
Definition signed (bits x : Z) : Z := (x + 2 ^ (bits - 1)) mod 2 ^ bits - 2 ^ (bits - 1).

(** With conversion to a signed word and an arithmetic shift, as in the code. *)
Definition balanced_digit (window b : Z) : Z :=
  let unused := 31 - b in
  let twice := Z.shiftr (signed 32 (word32 (Z.shiftl window unused))) unused in
  Z.shiftr twice 1 + Z.land twice 1.

Lemma signed_of_mod bits x : 0 < bits -> signed bits (x mod 2 ^ bits) = signed bits x.
Proof. intros. unfold signed. now rewrite Zplus_mod_idemp_l. Qed.

Lemma balanced_digit_value window b : 1 <= b <= 31 ->
  balanced_digit window b = (signed (b + 1) window + 1) / 2.
Proof.
  intros range. unfold balanced_digit. cbv zeta.
  assert (shifted : Z.shiftr (signed 32 (word32 (Z.shiftl window (31 - b)))) (31 - b) = signed (b + 1) window).
  { unfold word32. rewrite signed_of_mod, shift_is_div, Z.shiftl_mul_pow2 by lia. unfold signed.
    replace (b + 1 - 1) with b by lia. change (32 - 1) with 31.
    assert (high : 2 ^ 31 = 2 ^ b * 2 ^ (31 - b)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
    assert (all : 2 ^ 32 = 2 ^ (b + 1) * 2 ^ (31 - b)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
    rewrite high, all, <- Z.mul_add_distr_r, Z.mul_mod_distr_r, <- Z.mul_sub_distr_r by lia.
    apply Z.div_mul. lia. }
  rewrite shifted. set (twice := signed (b + 1) window). clearbody twice.
  rewrite (shift_is_div twice 1) by lia. change 1 with (2 ^ 1 - 1) at 2. rewrite mask_is_mod by lia.
  change (2 ^ 1) with 2. pose proof (Z.div_mod twice 2). pose proof (Z.mod_pos_bound twice 2).
  pose proof (Z.div_mod (twice + 1) 2). pose proof (Z.mod_pos_bound (twice + 1) 2). lia.
Qed.

(** About [balanced_digit] in kernels/fft/digits.hpp: it is in [-2^(b-1), 2^(b-1)], whatever the window is. *)
Theorem balanced_digit_range window b : 1 <= b <= 31 ->
  - 2 ^ (b - 1) <= balanced_digit window b <= 2 ^ (b - 1).
Proof.
  intros range. rewrite balanced_digit_value by assumption. unfold signed. replace (b + 1 - 1) with b by lia.
  assert (all : 2 ^ (b + 1) = 2 * 2 ^ b) by (rewrite Z.pow_add_r by lia; lia).
  assert (half : 2 ^ b = 2 * 2 ^ (b - 1)) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  assert (0 < 2 ^ (b - 1)) by lia.
  pose proof (Z.mod_pos_bound (window + 2 ^ b) (2 ^ (b + 1)) ltac:(lia)).
  set (r := (window + 2 ^ b) mod 2 ^ (b + 1)) in *. clearbody r.
  pose proof (Z.div_mod (r - 2 ^ b + 1) 2). pose proof (Z.mod_pos_bound (r - 2 ^ b + 1) 2). lia.
Qed.

(** Digit j of x, from a window of 32 bits that begins one bit below the digit; there is a zero below x. *)
Definition digit_of (x b : Z) (j : nat) : Z := balanced_digit (word32 (2 * x / 2 ^ (b * Z.of_nat j))) b.

Lemma balanced_digits_rest x b m : 1 <= b <= 31 ->
  x = number b (digit_of x b) m + (2 * x / 2 ^ (b * Z.of_nat m) + 1) / 2 * 2 ^ (b * Z.of_nat m).
Proof.
  intros range. induction m as [|k same].
  - simpl number. rewrite Z.mul_0_r, Z.pow_0_r, Z.div_1_r.
    pose proof (Z.div_mod (2 * x + 1) 2). pose proof (Z.mod_pos_bound (2 * x + 1) 2). lia.
  - cbn [number]. rewrite Nat2Z.inj_succ. unfold digit_of at 2.
    replace (b * Z.succ (Z.of_nat k)) with (b * Z.of_nat k + b) by lia. rewrite Z.pow_add_r by lia.
    set (power := 2 ^ (b * Z.of_nat k)) in *. assert (0 < power) by (apply Z.pow_pos_nonneg; lia).
    rewrite <- Z.div_div by lia.
    set (y := 2 * x / power) in *. set (before := number b (digit_of x b) k) in *.
    assert (0 < 2 ^ b) by lia.
    enough (balanced_digit (word32 y) b + (y / 2 ^ b + 1) / 2 * 2 ^ b = (y + 1) / 2) by nia.
    rewrite balanced_digit_value by assumption.
    assert (window : signed (b + 1) (word32 y) = signed (b + 1) y).
    { rewrite <- signed_of_mod, <- (signed_of_mod _ y) by lia. unfold word32.
      rewrite <- (Znumtheory.Zmod_div_mod (2 ^ (b + 1)) (2 ^ 32)); [reflexivity|lia|lia|].
      exists (2 ^ (31 - b)). rewrite <- Z.pow_add_r by lia. f_equal. lia. }
    rewrite window. unfold signed. replace (b + 1 - 1) with b by lia.
    assert (all : 2 ^ (b + 1) = 2 ^ b * 2) by (rewrite Z.pow_add_r by lia; lia).
    assert (carry : (y / 2 ^ b + 1) / 2 = (y + 2 ^ b) / 2 ^ (b + 1)).
    { rewrite all, <- Z.div_div by lia. f_equal. replace (y + 2 ^ b) with (y + 1 * 2 ^ b) by lia.
      now rewrite Z.div_add by lia. }
    rewrite carry. rewrite Z.mod_eq by lia.
    set (c := (y + 2 ^ b) / 2 ^ (b + 1)). rewrite all.
    replace (y + 2 ^ b - 2 ^ b * 2 * c - 2 ^ b + 1) with (y + 1 + - (2 ^ b * c) * 2) by lia.
    rewrite Z.div_add by lia. lia.
Qed.

(** About [digits_of] in src/plan/fft_plan.hpp: a number of n limbs is the sum of floor(64 n / b) + 1 balanced
    digits. *)
Theorem balanced_digits_are_number x b limbs : 1 <= b <= 31 -> 0 <= limbs -> 0 <= x < 2 ^ (64 * limbs) ->
  number b (digit_of x b) (Z.to_nat (64 * limbs / b + 1)) = x.
Proof.
  intros b_range limbs_range x_range.
  assert (0 <= 64 * limbs / b) by (apply Z.div_pos; lia).
  pose proof (balanced_digits_rest x b (Z.to_nat (64 * limbs / b + 1)) b_range) as sum.
  set (m := Z.to_nat (64 * limbs / b + 1)) in *.
  assert (long : 64 * limbs + 1 <= b * Z.of_nat m).
  { subst m. rewrite Z2Nat.id by lia. pose proof (Z.div_mod (64 * limbs) b). 
    pose proof (Z.mod_pos_bound (64 * limbs) b). lia. }
  assert (2 ^ (64 * limbs + 1) <= 2 ^ (b * Z.of_nat m)) by (apply Z.pow_le_mono_r; lia).
  assert (2 ^ (64 * limbs + 1) = 2 ^ (64 * limbs) * 2) by (rewrite Z.pow_add_r by lia; lia).
  rewrite (Z.div_small (2 * x)) in sum by lia. change ((0 + 1) / 2) with 0 in sum. lia.
Qed.

(** ** Digits recoded at random *)

Definition plain_digit (x b : Z) (j : nat) : Z := x / 2 ^ (b * Z.of_nat j) mod 2 ^ b.
(** The carry into digit j; nothing is carried into digit 0. *)
Definition carry (x b : Z) (threshold : nat -> Z) (j : nat) : Z :=
  match j with
  | O => 0
  | S i => if threshold i <? plain_digit x b i then 1 else 0
  end.
Definition recoded_digit (x b : Z) (threshold : nat -> Z) (j : nat) : Z :=
  plain_digit x b j + carry x b threshold j - carry x b threshold (S j) * 2 ^ b.

Lemma recoded_rest x b threshold m : 0 < b ->
  x = number b (recoded_digit x b threshold) m +
      (x / 2 ^ (b * Z.of_nat m) + carry x b threshold m) * 2 ^ (b * Z.of_nat m).
Proof.
  intros range. induction m as [|k same].
  - simpl. rewrite Z.mul_0_r, Z.pow_0_r, Z.div_1_r. lia.
  - cbn [number]. rewrite Nat2Z.inj_succ. unfold recoded_digit at 2.
    replace (b * Z.succ (Z.of_nat k)) with (b * Z.of_nat k + b) by lia. rewrite Z.pow_add_r by lia.
    unfold plain_digit at 1.
    set (power := 2 ^ (b * Z.of_nat k)) in *. assert (0 < power) by (apply Z.pow_pos_nonneg; lia).
    rewrite <- Z.div_div by lia.
    set (y := x / power) in *. set (before := number _ _ k) in *.
    set (in_k := carry x b threshold k) in *. set (out_k := carry x b threshold (S k)) in *.
    pose proof (Z.div_mod y (2 ^ b) ltac:(lia)). nia.
Qed.

(** About [recode_at_random] in kernels/fft/digits.hpp: for any thresholds in [0, 2^b), digits are at most 2^b in absolute
    value, and m of them, with one more for the last carry, are the number. *)
Theorem random_digits_are_number x b threshold m :
  0 < b -> 0 <= x < 2 ^ (b * Z.of_nat m) -> (forall j, 0 <= threshold j < 2 ^ b) ->
  (forall j, Z.abs (recoded_digit x b threshold j) <= 2 ^ b) /\
  number b (recoded_digit x b threshold) (S m) = x.
Proof.
  intros b_range x_range thresholds. split.
  - intros j. unfold recoded_digit. cbn [carry].
    assert (0 <= carry x b threshold j <= 1).
    { destruct j; simpl; [lia|]. destruct (Z.ltb_spec (threshold j) (plain_digit x b j)); lia. }
    assert (0 <= plain_digit x b j < 2 ^ b) by (apply Z.mod_pos_bound; lia).
    specialize (thresholds j). destruct (Z.ltb_spec (threshold j) (plain_digit x b j)); lia.
  - pose proof (recoded_rest x b threshold (S m) b_range) as sum.
    assert (power : 2 ^ (b * Z.of_nat m) <= 2 ^ (b * Z.of_nat (S m)))
      by (apply Z.pow_le_mono_r; [lia|apply Z.mul_le_mono_nonneg_l; lia]).
    assert (none : carry x b threshold (S m) = 0).
    { cbn [carry]. unfold plain_digit. rewrite (Z.div_small x), Z.mod_0_l by lia.
      specialize (thresholds m). destruct (Z.ltb_spec (threshold m) 0); lia. }
    rewrite none, (Z.div_small x) in sum by lia. lia.
Qed.
