(** Products of digits by fused multiply-adds of binary64 are those of integers. *)
Require Import ZArith Reals Lra Lia.
From Flocq Require Import Core.
From Proofs Require Import Rounding.
Open Scope R_scope.

Notation rounded_down := (round radix2 (FLT_exp (-1074) 53) Zfloor).

Lemma integer_is_exact n e : (Z.abs n < 2 ^ 53)%Z -> (0 <= e)%Z -> rounded (IZR n * bpow radix2 e) = IZR n * bpow radix2 e.
Proof.
  intros small e_range. apply round_generic; [apply valid_rnd_N|]. apply generic_format_FLT.
  exists (Float radix2 n e); [reflexivity|exact small|simpl; lia].
Qed.

(** About [product_of] in kernels/word/fused_digit.hpp: for |a b| <= 2^103, [high] is 1.5 2^104 + 2^52 floor(a b / 2^52) and
    [low] is 2^52 + (a b mod 2^52), as on the host; the difference between them is exact. *)
Theorem product_of_is_exact a b :
  (Z.abs (a * b) <= 2 ^ 103)%Z ->
  let shift := 3 * bpow radix2 103 in
  let high := rounded_down (IZR a * IZR b + shift) in
  let difference := rounded (shift + bpow radix2 52 - high) in
  let low := rounded (IZR a * IZR b + difference) in
  high = shift + bpow radix2 52 * IZR (a * b / 2 ^ 52) /\
  low = bpow radix2 52 + IZR ((a * b) mod 2 ^ 52).
Proof.
  intros range. cbv zeta. rewrite <- mult_IZR. set (p := (a * b)%Z) in *. clearbody p.
  assert (shift_value : 3 * bpow radix2 103 = IZR (3 * 2 ^ 103)) by (rewrite mult_IZR; reflexivity).
  assert (parts : (p = 2 ^ 52 * (p / 2 ^ 52) + p mod 2 ^ 52)%Z /\ (0 <= p mod 2 ^ 52 < 2 ^ 52)%Z)
    by (split; [apply Z.div_mod; lia|apply Z.mod_pos_bound; lia]).
  set (q := (p / 2 ^ 52)%Z) in *. set (r := (p mod 2 ^ 52)%Z) in *. destruct parts as [p_sum r_range].
  assert (q_range : (- 2 ^ 51 <= q <= 2 ^ 51)%Z) by lia.
  assert (high_value : rounded_down (IZR p + 3 * bpow radix2 103) = 3 * bpow radix2 103 + bpow radix2 52 * IZR q).
  { rewrite shift_value, <- plus_IZR. destruct (Z.eq_dec p (2 ^ 103)) as [largest|].
    { assert (q = 2 ^ 51)%Z by lia. replace (p + 3 * 2 ^ 103)%Z with (2 ^ 105)%Z by lia.
      change (IZR (2 ^ 105)) with (bpow radix2 105). rewrite round_generic.
      - replace q with (2 ^ 51)%Z by lia. change (bpow radix2 105) with (IZR (2 ^ 105)).
        change (bpow radix2 52) with (IZR (2 ^ 52)). rewrite <- mult_IZR, <- plus_IZR. f_equal.
      - apply valid_rnd_DN.
      - apply generic_format_bpow. unfold FLT_exp. lia. }
    unfold round, scaled_mantissa, F2R, cexp. cbn [Fnum Fexp].
    rewrite (mag_unique radix2 (IZR (p + 3 * 2 ^ 103)) 105).
    2:{ rewrite <- abs_IZR. change (bpow radix2 (105 - 1)) with (IZR (2 ^ 104)).
        change (bpow radix2 105) with (IZR (2 ^ 105)). split; [apply IZR_le|apply IZR_lt]; lia. }
    change (FLT_exp (-1074) 53 105) with 52%Z.
    replace (IZR (p + 3 * 2 ^ 103) * bpow radix2 (- (52))) with (IZR (p + 3 * 2 ^ 103) / IZR (2 ^ 52)) by reflexivity.
    rewrite Zfloor_div by lia. change (3 * 2 ^ 103)%Z with (3 * 2 ^ 51 * 2 ^ 52)%Z. rewrite Z.div_add by lia. fold q.
    change (bpow radix2 52) with (IZR (2 ^ 52)). rewrite <- !mult_IZR, <- plus_IZR. f_equal. lia. }
  split; [exact high_value|]. rewrite high_value.
  assert (between : 3 * bpow radix2 103 + bpow radix2 52 - (3 * bpow radix2 103 + bpow radix2 52 * IZR q)
                    = IZR (1 - q) * bpow radix2 52) by (rewrite minus_IZR; ring).
  rewrite between, integer_is_exact by lia.
  replace (IZR p + IZR (1 - q) * bpow radix2 52) with (IZR (2 ^ 52 + r) * bpow radix2 0).
  - rewrite integer_is_exact by lia. rewrite plus_IZR. simpl (bpow radix2 0). change (bpow radix2 52) with (IZR (2 ^ 52)). ring.
  - change (bpow radix2 0) with 1. change (bpow radix2 52) with (IZR (2 ^ 52)).
    rewrite Rmult_1_r, <- mult_IZR, <- plus_IZR. f_equal. lia.
Qed.
