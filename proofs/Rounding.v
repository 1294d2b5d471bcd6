(** Rounding to binary64 (Flocq): the terms of the bound that are not from the literature, and the last step from a
    coefficient to its integer. u = 2^-53. *)
Require Import ZArith Reals Lra Lia Psatz.
From Flocq Require Import Core.
From Proofs Require Import Error_sums.
Open Scope R_scope.

Global Instance precision_positive : Prec_gt_0 53 := eq_refl.
Notation rounded := (round radix2 (FLT_exp (-1074) 53) ZnearestE).
Definition u : R := bpow radix2 (-53).

Lemma rounding_error x e : (-900 <= e <= 900)%Z -> Rabs x <= bpow radix2 e ->
  Rabs (rounded x - x) <= bpow radix2 (e - 54).
Proof.
  intros e_range [small|equal].
  - apply Rle_trans with (1 := error_le_half_ulp radix2 (FLT_exp (-1074) 53) _ x).
    replace (bpow radix2 (e - 54)) with (/ 2 * bpow radix2 (e - 53)).
    2:{ replace (e - 53)%Z with (e - 54 + 1)%Z by lia. rewrite bpow_plus. simpl (bpow radix2 1). lra. }
    apply Rmult_le_compat_l; [lra|].
    destruct (Req_dec x 0) as [->|nonzero].
    + rewrite ulp_FLT_small; [apply bpow_le; lia|reflexivity|]. rewrite Rabs_R0. apply bpow_gt_0.
    + rewrite ulp_neq_0 by assumption. apply bpow_le. unfold cexp, FLT_exp.
      assert (mag radix2 x <= e)%Z by (apply mag_le_bpow; assumption). lia.
  - assert (generic_format radix2 (FLT_exp (-1074) 53) x).
    { assert (power : generic_format radix2 (FLT_exp (-1074) 53) (bpow radix2 e))
        by (apply generic_format_bpow; unfold FLT_exp; lia).
      destruct (Rcase_abs x) as [negative|positive].
      - rewrite Rabs_left in equal by assumption. rewrite <- (Ropp_involutive x). apply generic_format_opp.
        rewrite equal. exact power.
      - rewrite Rabs_right in equal by assumption. rewrite equal. exact power. }
    rewrite round_generic by (apply valid_rnd_N || assumption). rewrite Rminus_diag_eq by reflexivity.
    rewrite Rabs_R0. apply bpow_ge_0.
Qed.

Lemma abs_square x : x * x = Rabs x * Rabs x.
Proof. unfold Rabs. destruct (Rcase_abs x); ring. Qed.

Lemma size_bound z a b c : Rabs (fst z) <= a -> Rabs (snd z) <= b -> 0 <= c -> a * a + b * b <= c * c -> size z <= c.
Proof.
  intros re_bound im_bound c_range squares. unfold size. rewrite <- (sqrt_square c) by assumption.
  apply sqrt_le_1_alt. rewrite (abs_square (fst z)), (abs_square (snd z)).
  pose proof (Rabs_pos (fst z)). pose proof (Rabs_pos (snd z)). nra.
Qed.

Definition rounded_parts (z : complex) : complex := (rounded (fst z), rounded (snd z)).

Lemma power_u e : bpow radix2 (e - 53) = bpow radix2 e * u.
Proof. unfold u. rewrite <- bpow_plus. reflexivity. Qed.

Lemma parts_error z e f c : (-800 <= e <= 800)%Z -> (-800 <= f <= 800)%Z ->
  Rabs (fst z) <= bpow radix2 (e + 1) -> Rabs (snd z) <= bpow radix2 (f + 1) -> 0 <= c ->
  bpow radix2 e * bpow radix2 e + bpow radix2 f * bpow radix2 f <= c * c ->
  size (minus (rounded_parts z) z) <= c * u.
Proof.
  intros e_range f_range re im c_range squares.
  assert (0 < u) by apply bpow_gt_0.
  apply size_bound with (bpow radix2 e * u) (bpow radix2 f * u); cbn [minus rounded_parts fst snd].
  - rewrite <- power_u. replace (e - 53)%Z with (e + 1 - 54)%Z by lia. apply rounding_error; [lia|assumption].
  - rewrite <- power_u. replace (f - 53)%Z with (f + 1 - 54)%Z by lia. apply rounding_error; [lia|assumption].
  - nra.
  - replace (c * u * (c * u)) with (c * c * (u * u)) by ring.
    replace (bpow radix2 e * u * (bpow radix2 e * u) + bpow radix2 f * u * (bpow radix2 f * u))
      with ((bpow radix2 e * bpow radix2 e + bpow radix2 f * bpow radix2 f) * (u * u)) by ring.
    apply Rmult_le_compat_r; [nra|assumption].
Qed.

(** About [both_parts] in src/plan/error_bound.hpp: parts of at most 1 are rounded by 0.70711 u together. *)
Theorem both_parts_bound z : Rabs (fst z) <= 1 -> Rabs (snd z) <= 1 ->
  size (minus (rounded_parts z) z) <= 0.70711 * u.
Proof. intros re im. apply parts_error with (-1)%Z (-1)%Z; try lia; try lra; simpl; try assumption; lra. Qed.

(** About [fine_entry] in src/plan/error_bound.hpp: parts of at most 1/8 and 1/2 are rounded by 0.2577 u together. *)
Theorem fine_entry_bound z : Rabs (fst z) <= 1 / 8 -> Rabs (snd z) <= 1 / 2 ->
  size (minus (rounded_parts z) z) <= 0.2577 * u.
Proof.
  intros re im. apply parts_error with (-4)%Z (-2)%Z; try lia; try lra; simpl; try lra.
Qed.

(** About [any_fine_entry] in src/plan/error_bound.hpp: parts of at most 2 and 1 are rounded by 1.1181 u together. *)
Theorem any_fine_entry_bound z : Rabs (fst z) <= 2 -> Rabs (snd z) <= 1 ->
  size (minus (rounded_parts z) z) <= 1.1181 * u.
Proof. intros re im. apply parts_error with 0%Z (-1)%Z; try lia; try lra; simpl; lra. Qed.

(** About [table_entry] in src/plan/error_bound.hpp: a value z whose distance from the root is at most 0.002 u, rounded,
    is within 0.70911 u of it. *)
Theorem table_entry_bound root z : Rabs (fst z) <= 1 -> Rabs (snd z) <= 1 -> size (minus z root) <= 0.002 * u ->
  size (minus (rounded_parts z) root) <= 0.70911 * u.
Proof.
  intros re im near. pose proof (both_parts_bound z re im).
  pose proof (size_triangle (rounded_parts z) z root). lra.
Qed.

(** About [extended] in src/plan/error_bound.hpp: an angle of at most pi / 4 with the relative error 2.3 v, and errors of
    1.5 v in sine and cosine, for v = 2^-64, are 0.002 u together. *)
Theorem extended_bound : (2.3 * (PI / 4) + 1.5 * sqrt 2) * bpow radix2 (-64) <= 0.002 * u.
Proof.
  assert (angle : PI / 4 <= 0.835).
  { destruct (PI_ineq 2) as [_ upper]. unfold tg_alt, PI_tg in upper. simpl in upper. lra. }
  assert (root : sqrt 2 <= 1.4143) by (apply Rsqr_incr_0; [unfold Rsqr; rewrite sqrt_sqrt; lra|apply sqrt_pos|lra]).
  unfold u. change (-64)%Z with (-53 + -11)%Z. rewrite bpow_plus. pose proof (bpow_gt_0 radix2 (-53)).
  assert (0 <= PI / 4) by (pose proof PI_RGT_0; lra).
  simpl (bpow radix2 (-11)). nra.
Qed.

(** About [complex_product] in src/plan/error_bound.hpp: 2.2361 is at least sqrt 5. *)
Theorem complex_product_bound : sqrt 5 <= 2.2361.
Proof. apply Rsqr_incr_0; [unfold Rsqr; rewrite sqrt_sqrt; lra|apply sqrt_pos|lra]. Qed.

(** About [circle_root_in_product] in src/plan/error_bound.hpp: the sum c + c d of a coarse entry,
    and of its product p by a fine one, has the errors of c, of d, of the product and of the sum, which the constants add
    up; what is left are products of errors. [root] = c + c d exactly has the absolute value 1. *)
Theorem circle_root_bound c d c' d' p s entry fine product sum longest :
  size c = 1 -> size (plus c (times c d)) = 1 -> size d <= longest ->
  0 <= entry -> 0 <= fine -> 0 <= product ->
  size (minus c' c) <= entry -> size (minus d' d) <= fine ->
  size (minus p (times c' d')) <= product * size (times c' d') ->
  size (minus s (plus c' p)) <= sum ->
  size (minus s (plus c (times c d))) <=
    entry + sum + longest * product + fine + (entry * fine + product * (fine + entry * (longest + fine))).
Proof.
  intros c_size root d_size entry_range fine_range product_range c_near d_near p_near s_near.
  pose proof (size_nonnegative d).
  apply Rle_trans with (1 := size_triangle s (plus c' p) _).
  pose proof (size_triangle (plus c' p) (plus c' (times c' d')) (plus c (times c d))) as parts.
  replace (minus (plus c' p) (plus c' (times c' d'))) with (minus p (times c' d')) in parts
    by (unfold minus, plus; simpl; f_equal; ring).
  set (one := (1, 0) : complex).
  pose proof (size_triangle (plus c' (times c' d')) (plus c' (times c' d)) (plus c (times c d))) as roots.
  replace (minus (plus c' (times c' d')) (plus c' (times c' d))) with (times c' (minus d' d)) in roots
    by (unfold minus, plus, times; simpl; f_equal; ring).
  replace (minus (plus c' (times c' d)) (plus c (times c d))) with (times (minus c' c) (plus one d)) in roots
    by (unfold one, minus, plus, times; simpl; f_equal; ring).
  assert (turn : size (plus one d) = 1).
  { replace (plus c (times c d)) with (times c (plus one d)) in root
      by (unfold one, plus, times; simpl; f_equal; ring).
    rewrite size_times, c_size in root. lra. }
  rewrite !size_times, turn in roots. rewrite size_times in p_near.
  pose proof (size_minus_plus c' c). pose proof (size_minus_plus d' d).
  pose proof (size_nonnegative c'). pose proof (size_nonnegative d'). pose proof (size_nonnegative (minus d' d)).
  assert (c'_size : size c' <= 1 + entry) by lra. assert (d'_size : size d' <= longest + fine) by lra.
  assert (size c' * size (minus d' d) <= (1 + entry) * fine) by (apply Rmult_le_compat; lra).
  assert (size c' * size d' <= (1 + entry) * (longest + fine)) by (apply Rmult_le_compat; lra).
  assert (product * (size c' * size d') <= product * ((1 + entry) * (longest + fine)))
    by (apply Rmult_le_compat_l; lra).
  lra.
Qed.

(** ** From a coefficient to its integer *)

(** About [nearest_integer] in kernels/fft/digits.hpp: the sum with 3 x 2^51, less 3 x 2^51, is the integer n, for every
    x below 2^51 that is closer than one half to n. *)
Theorem nearest_integer_is_exact x n :
  Rabs x < bpow radix2 51 -> Rabs (x - IZR n) < / 2 ->
  rounded (x + 3 * bpow radix2 51) = IZR n + 3 * bpow radix2 51.
Proof.
  intros small near. set (y := x + 3 * bpow radix2 51).
  assert (range : bpow radix2 52 <= Rabs y < bpow radix2 53).
  { apply Rabs_def2 in small. unfold y. simpl in *. rewrite Rabs_pos_eq by lra. lra. }
  unfold round, scaled_mantissa, F2R, cexp. simpl Fnum. simpl Fexp.
  rewrite (mag_unique radix2 y 53) by (simpl; exact range).
  change (FLT_exp (-1074) 53 53) with 0%Z. simpl (bpow radix2 _). rewrite !Rmult_1_r.
  assert (whole : ZnearestE y = (n + 3 * 2 ^ 51)%Z).
  { apply Znearest_imp. rewrite plus_IZR. unfold y.
    replace (x + 3 * bpow radix2 51 - (IZR n + IZR (3 * 2 ^ 51))) with (x - IZR n); [assumption|].
    simpl. lra. }
  rewrite whole, plus_IZR. simpl. lra.
Qed.

(** About [is_exact] in src/plan/error_bound.hpp: for digits of at most 2^(b-1), K u sqrt(m n) 4^(b-1) < 1/2 makes every
    error less than one half. [Error_sums.coefficient_error] bounds the error by K u |x| |y|. *)
Theorem proven_digits_round_right x y b m n K error :
  (forall k, Rabs (fst (x k)) <= bpow radix2 (b - 1) /\ snd (x k) = 0) ->
  (forall k, Rabs (fst (y k)) <= bpow radix2 (b - 1) /\ snd (y k) = 0) ->
  0 <= K -> K * u * (sqrt (INR m * INR n) * (bpow radix2 (b - 1) * bpow radix2 (b - 1))) < / 2 ->
  error <= K * u * (norm x m * norm y n) -> error < / 2.
Proof.
  intros x_range y_range K_range small bound.
  assert (norms : forall z l, (forall k, Rabs (fst (z k)) <= bpow radix2 (b - 1) /\ snd (z k) = 0) ->
                  norm z l <= sqrt (INR l) * bpow radix2 (b - 1)).
  { intros z l z_range. pose proof (bpow_ge_0 radix2 (b - 1)) as power.
    rewrite <- (sqrt_square (bpow radix2 (b - 1))) by assumption. rewrite <- sqrt_mult by (try apply pos_INR; nra).
    apply sqrt_le_1_alt. induction l as [|l same]; [simpl; lra|].
    rewrite S_INR. cbn [total]. rewrite size_square. destruct (z_range l) as [re im]. rewrite im.
    rewrite (abs_square (fst (z l))). pose proof (Rabs_pos (fst (z l))). nra. }
  pose proof (norms x m x_range). pose proof (norms y n y_range).
  rewrite sqrt_mult in small by apply pos_INR.
  assert (norm x m * norm y n <= sqrt (INR m) * bpow radix2 (b - 1) * (sqrt (INR n) * bpow radix2 (b - 1)))
    by (apply Rmult_le_compat; try apply norm_nonnegative; assumption).
  assert (0 <= K * u) by (apply Rmult_le_pos; [assumption|apply bpow_ge_0]).
  apply Rle_lt_trans with (1 := bound). apply Rle_lt_trans with (2 := small).
  apply Rmult_le_compat_l; [assumption|]. lra.
Qed.

(** About [odd_butterfly] in src/plan/error_bound.cpp: 14.7, 22.2 and 30 are at least sqrt(2 p) ((p - 1) / 2 + 5) for p = 3, 5
    and 7. *)
Theorem odd_butterfly_bounds :
  sqrt (2 * 3) * ((3 - 1) / 2 + 5) <= 14.7 /\ sqrt (2 * 5) * ((5 - 1) / 2 + 5) <= 22.2 /\
  sqrt (2 * 7) * ((7 - 1) / 2 + 5) <= 30.
Proof.
  assert (root : forall a b, 0 <= a -> 0 <= b -> a <= b * b -> sqrt a <= b)
    by (intros; rewrite <- (sqrt_square b) by assumption; now apply sqrt_le_1_alt).
  pose proof (root 6 2.4499). pose proof (root 10 3.1629). pose proof (root 14 3.7418).
  replace (2 * 3) with 6 by ring. replace (2 * 5) with 10 by ring. replace (2 * 7) with 14 by ring. lra.
Qed.
