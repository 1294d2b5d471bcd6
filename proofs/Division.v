(** Division of two limbs by a limb with its reciprocal (N. Moeller, T. Granlund, "Improved division by invariant
    integers", 2011, algorithm 4 and theorem 2), and the reductions made of it. *)
Require Import ZArith Lia.
From Proofs Require Import Words.
Open Scope Z_scope.

Local Notation B := (2 ^ 64).
Definition reciprocal (d : Z) : Z := word64 ((2 ^ 128 - 1) / d).

(** The quotient and the remainder, with all operations modulo 2^64; the wide sum is modulo 2^128. *)
Definition divide_2_by_1 (high low d v : Z) : Z * Z :=
  let q := (v * high + (high * 2 ^ 64 + low)) mod 2 ^ 128 in
  let quotient := word64 (q / 2 ^ 64 + 1) in
  let remainder := word64 (low - word64 (quotient * d)) in
  let '(quotient, remainder) :=
    if word64 q <? remainder then (word64 (quotient - 1), word64 (remainder + d)) else (quotient, remainder) in
  if d <=? remainder then (word64 (quotient + 1), remainder - d) else (quotient, remainder).

Lemma reciprocal_bounds d : 2 ^ 63 <= d < B ->
  exists k, 1 <= k <= d /\ (reciprocal d + B) * d + k = B * B /\ 0 <= reciprocal d < B.
Proof.
  intros d_range. unfold reciprocal, word64.
  split_by (2 ^ 128 - 1) d w r.
  assert (B <= w < 2 * B) by nia.
  replace (w mod B) with (w - B) by (apply Z.mod_unique with 1; lia).
  exists (r + 1). lia.
Qed.

Lemma word64_shift a b k : a = b + k * B -> word64 a = word64 b.
Proof. intros ->. apply Z.mod_add. lia. Qed.

(** About [divide_2_by_1] in kernels/word/wide_product.hpp: quotient and remainder for every divisor with its top bit
    set. *)
Theorem divide_2_by_1_is_division high low d :
  2 ^ 63 <= d < B -> 0 <= high < d -> 0 <= low < B ->
  divide_2_by_1 high low d (reciprocal d) = ((high * B + low) / d, (high * B + low) mod d).
Proof.
  intros d_range high_range low_range.
  destruct (reciprocal_bounds d d_range) as (k & k_range & k_sum & v_range).
  set (v := reciprocal d) in *. clearbody v.
  assert (exact : forall q r, high * B + low = q * d + r -> 0 <= r < d ->
    (word64 q, r) = ((high * B + low) / d, (high * B + low) mod d)).
  { intros q r sum r_range. assert (0 <= q < B) by nia. rewrite word64_small by assumption. f_equal.
    - apply Z.div_unique with r; lia.
    - apply Z.mod_unique with q; lia. }
  unfold divide_2_by_1. cbv zeta.
  set (q := v * high + (high * B + low)).
  assert (q_range : 0 <= q < 2 ^ 128) by (subst q; nia).
  rewrite (Z.mod_small q) by assumption.
  change (word64 q) with (q mod B).
  assert (q_sum : q = v * high + (high * B + low)) by reflexivity. clearbody q.
  split_by q (2 ^ 64) q1 q0.
  (* The true remainder of the candidate q1 + 1. *)
  set (r := high * B + low - (q1 + 1) * d).
  assert (r_sum : B * r = high * k + low * (B - d) + (q0 - B) * d).
  { assert (q1_sum : q1 * B = v * high + high * B + low - q0) by lia.
    subst r. replace (B * (high * B + low - (q1 + 1) * d))
      with (high * (B * B) + B * low - (q1 * B) * d - B * d) by lia.
    replace (B * B) with ((v + B) * d + k) by lia. rewrite q1_sum. lia. }
  assert (above : - d <= r /\ q0 - B < r).
  { assert (0 <= high * k) by (apply Z.mul_nonneg_nonneg; lia).
    assert (0 <= low * (B - d)) by (apply Z.mul_nonneg_nonneg; lia).
    assert (0 <= q0 * d) by (apply Z.mul_nonneg_nonneg; lia).
    assert ((B - q0) * d < (B - q0) * B) by (apply Z.mul_lt_mono_pos_l; lia). lia. }
  assert (below : r < B - d \/ r < q0).
  { assert (high * k <= (d - 1) * d) by (apply Z.mul_le_mono_nonneg; lia).
    assert (low * (B - d) <= (B - 1) * (B - d)) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert (B * r < (B - d) * (B - d) + q0 * d) by lia.
    destruct (Z.lt_ge_cases r (B - d)); [auto|]. right.
    assert ((B - d) * (B - d) <= r * (B - d)) by (apply Z.mul_le_mono_nonneg_r; lia).
    apply (Z.mul_lt_mono_pos_r d); lia. }
  assert (remainder : forall x, word64 x = word64 (q1 + 1) -> word64 (low - word64 (x * d)) = word64 r).
  { intros x same. unfold word64 in *.
    rewrite Zminus_mod_idemp_r. rewrite <- (Zminus_mod_idemp_r low (x * d)).
    rewrite <- Zmult_mod_idemp_l, same, Zmult_mod_idemp_l, Zminus_mod_idemp_r.
    subst r. replace (high * B + low - (q1 + 1) * d) with (low - (q1 + 1) * d + high * B) by lia.
    symmetry. apply Z.mod_add. lia. }
  rewrite remainder by (unfold word64; rewrite Z.mod_mod; [reflexivity|lia]). clear remainder.
  assert (back : word64 (word64 (q1 + 1) - 1) = word64 q1).
  { unfold word64. rewrite Zminus_mod_idemp_l. f_equal. lia. }
  assert (again : word64 (word64 q1 + 1) = word64 (q1 + 1)).
  { unfold word64. apply Zplus_mod_idemp_l. }
  assert (r_value : r = high * B + low - (q1 + 1) * d) by reflexivity. clearbody r.
  destruct (Z.lt_ge_cases r 0).
  - replace (word64 r) with (r + B) by (apply Z.mod_unique with (-1); lia).
    destruct (Z.ltb_spec q0 (r + B)); [|lia].
    replace (word64 (r + B + d)) with (r + d) by (apply Z.mod_unique with 1; lia).
    destruct (Z.leb_spec d (r + d)); [lia|]. rewrite back. apply exact; lia.
  - rewrite (word64_small r) by lia. destruct (Z.ltb_spec q0 r).
    + rewrite (word64_small (r + d)) by lia.
      destruct (Z.leb_spec d (r + d)); [|lia]. rewrite back, again. replace (r + d - d) with r by lia.
      apply exact; lia.
    + destruct (Z.leb_spec d r).
      * replace (word64 (word64 (q1 + 1) + 1)) with (word64 (q1 + 2))
          by (unfold word64; rewrite Zplus_mod_idemp_l; f_equal; lia).
        apply exact; lia.
      * apply exact; lia.
Qed.

(** Two steps divide a number of 128 bits with s leading zeros by a divisor d 2^s; scaled numbers have scaled
    remainders. *)
Definition reduce (x q s : Z) : Z :=
  let d := q * 2 ^ s in
  let scaled := (x * 2 ^ s) mod 2 ^ 128 in
  let first := snd (divide_2_by_1 (x / 2 ^ (128 - s)) (scaled / B) d (reciprocal d)) in
  snd (divide_2_by_1 first (scaled mod B) d (reciprocal d)) / 2 ^ s.

Lemma reduce_is_remainder x q s :
  0 <= s < 64 -> 2 ^ 63 <= q * 2 ^ s < B -> 0 <= x < 2 ^ 128 -> x / 2 ^ (128 - s) < q * 2 ^ s ->
  reduce x q s = x mod q.
Proof.
  intros s_range q_range x_range top. unfold reduce. cbv zeta.
  assert (power : 0 < 2 ^ s) by lia.
  assert (all : 2 ^ 128 = 2 ^ (128 - s) * 2 ^ s) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (0 < 2 ^ (128 - s)) by lia.
  replace ((x * 2 ^ s) mod 2 ^ 128) with (x mod 2 ^ (128 - s) * 2 ^ s)
    by (rewrite all; symmetry; apply Z.mul_mod_distr_r; lia).
  assert (0 <= x / 2 ^ (128 - s)) by (apply Z.div_pos; lia).
  split_by x (2 ^ (128 - s)) high rest.
  assert (0 <= rest * 2 ^ s < 2 ^ 128) by nia.
  set (scaled := rest * 2 ^ s) in *.
  assert (scaled_sum : x * 2 ^ s = high * 2 ^ 128 + scaled) by (subst scaled; nia). clearbody scaled.
  set (d := q * 2 ^ s) in *. assert (d_value : d = q * 2 ^ s) by reflexivity. clearbody d.
  assert (0 <= scaled / B < B)
    by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]).
  rewrite (divide_2_by_1_is_division high); [|lia|lia|lia]. cbn [snd].
  split_by scaled (2 ^ 64) upper lower.
  assert (0 <= (high * B + upper) mod d < d) by (apply Z.mod_pos_bound; lia).
  rewrite divide_2_by_1_is_division; [|lia|lia|lia]. cbn [snd].
  rewrite Z.add_mod, Z.mul_mod_idemp_l, <- Z.add_mod by lia.
  replace ((high * B + upper) * B + lower) with (x * 2 ^ s) by lia.
  rewrite d_value, Z.mul_mod_distr_r by nia. apply Z.div_mul. lia.
Qed.

(** About [reduce] in kernels/word/small_modulus.hpp: the remainder of any number of 128 bits modulo a number of 61
    bits, by the reciprocal of 8 q. *)
Theorem small_modulus_reduce x q :
  2 ^ 60 < q < 2 ^ 61 -> 0 <= x < 2 ^ 128 -> reduce x q 3 = x mod q.
Proof.
  intros q_range x_range. apply reduce_is_remainder; try lia.
  apply Z.div_lt_upper_bound; lia.
Qed.

(** About [multiply] in kernels/word/small_modulus.hpp: one step is enough for a product. *)
Theorem small_modulus_multiply a b q :
  2 ^ 60 < q < 2 ^ 61 -> 0 <= a < q -> 0 <= b < q ->
  let product := (a * b * 2 ^ 3) mod 2 ^ 128 in
  snd (divide_2_by_1 (product / B) (product mod B) (q * 2 ^ 3) (reciprocal (q * 2 ^ 3))) / 2 ^ 3 = (a * b) mod q.
Proof.
  intros q_range a_range b_range. cbv zeta.
  assert (0 <= a * b < q * 2 ^ 61) by nia.
  rewrite (Z.mod_small (a * b * 2 ^ 3)) by lia.
  set (p := a * b) in *. clearbody p.
  split_by (p * 2 ^ 3) (2 ^ 64) upper lower.
  rewrite divide_2_by_1_is_division; [|lia|lia|lia]. cbn [snd].
  replace (upper * B + lower) with (p * 2 ^ 3) by lia.
  rewrite Z.mul_mod_distr_r by lia. apply Z.div_mul. lia.
Qed.

(** About [reduce] in kernels/word/word_modulus.hpp: the remainder of any number of 128 bits modulo a number of at
    most 63 bits, shifted until its top bit is set. *)
Theorem word_modulus_reduce x q s :
  0 < s < 64 -> 2 ^ 63 <= q * 2 ^ s < B -> 0 <= x < 2 ^ 128 -> reduce x q s = x mod q.
Proof.
  intros s_range q_range x_range. apply reduce_is_remainder; try lia.
  apply Z.lt_le_trans with (2 ^ 63); [|lia]. apply Z.div_lt_upper_bound; [lia|].
  rewrite <- Z.pow_add_r by lia. apply Z.lt_le_trans with (2 ^ 128); [lia|].
  apply Z.pow_le_mono_r; lia.
Qed.

(** About [batch_estimate_kernel] in kernels/batch/reduction.hpp: the estimate of a quotient t / n from a reciprocal x,
    for b = 2^(64 k), is not too large, and leaves less than b + 4 n. *)
Theorem batch_estimate_is_near t n b x :
  0 < n -> 0 < b -> 0 <= t < b * b -> b * b - 3 * n < x * n < b * b ->
  let q := t / b * x / b in 0 <= t - q * n < b + 4 * n.
Proof.
  intros n_range b_range t_range x_range. cbv zeta.
  split_by t b u l. assert (0 <= u < b) by nia.
  split_by (u * x) b q s.
  assert (q_high : q * n * b <= u * b * b) by nia.
  assert (q_low : u * b * b - 4 * n * b < q * n * b) by nia.
  assert (q * n <= u * b) by nia. assert (u * b - 4 * n < q * n) by nia. lia.
Qed.

(** About [batch_reciprocal_kernel] in kernels/batch/reduction.hpp: the reciprocal of n from one of the normalised n 2^s with
    one limb more, which is less than 4 too small, for b = 2^(64 k). *)
Theorem batch_reciprocal_is_near y n b s :
  0 < n -> 0 < b -> 0 <= s < 64 -> b * b * B - 4 * (n * 2 ^ s) < y * (n * 2 ^ s) < b * b * B ->
  let x := y * 2 ^ s / B in b * b - 3 * n < x * n < b * b.
Proof.
  intros n_range b_range s_range y_range. cbv zeta.
  assert (0 < 2 ^ s) by (apply Z.pow_pos_nonneg; lia).
  assert (2 ^ s <= 2 ^ 63) by (apply Z.pow_le_mono_r; lia).
  split_by (y * 2 ^ s) (2 ^ 64) x r. nia.
Qed.

(** About [batch_reduce_kernel] in kernels/batch/reduction.hpp: the limb above the k lowest limbs of r = t - q n follows from
    t, q and n modulo m = 2^64 - 1, where b = 1, if it is below m. *)
Theorem batch_reduce_knows_the_limb_above r low above b m :
  0 < m -> b mod m = 1 mod m -> r = low + above * b -> 0 <= above < m -> (r - low) mod m = above.
Proof.
  intros m_range b_is_one -> above_range. replace (low + above * b - low) with (above * b) by lia.
  rewrite Z.mul_mod, b_is_one, <- Z.mul_mod, Z.mul_1_r by lia. apply Z.mod_small. lia.
Qed.

Lemma quotient_from_top n p t l h f q e v r b c g :
  n = p * t + l -> 0 <= l < p -> b <= 2 * t -> t < b -> 0 <= v -> v * (t + 1) <= b * b < (v + 1) * (t + 1) ->
  r = p * g * h + f -> 0 <= f < p * g -> 0 <= h -> h * p <= n -> h * v = b * c * q + e -> 0 <= e < b * c ->
  0 < b -> 0 < c -> g * c = b -> 0 <= r - q * n /\ (r - q * n) * c < (5 + c) * n.
Proof.
  intros n_sum l_range t_low t_high v_low v_range r_sum f_range h_low h_high q_sum e_range b_range c_range g_range.
  assert (pt : 0 <= p * t) by (apply Z.mul_nonneg_nonneg; lia).
  assert (hp : 0 <= h * p) by (apply Z.mul_nonneg_nonneg; lia).
  assert (hv : 0 <= h * v) by (apply Z.mul_nonneg_nonneg; lia).
  assert (bc : 0 < b * c) by (apply Z.mul_pos_pos; lia).
  pose proof (Z.mul_le_mono_nonneg_l _ _ _ hp (proj1 v_range)) as top.
  assert (n_high : n <= (t + 1) * p) by lia.
  pose proof (Z.mul_le_mono_nonneg_l _ _ _ hv n_high) as multiple.
  assert (qn : b * c * q * n <= h * v * n) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (rest : 0 <= f * (b * c)) by (apply Z.mul_nonneg_nonneg; lia).
  assert (gc : p * g * h * (b * c) = h * p * (b * b)) by (rewrite <- g_range at 2; ring).
  assert (r_bc : r * (b * c) = h * p * (b * b) + f * (b * c)) by (rewrite r_sum, Z.mul_add_distr_r, gc; ring).
  split.
  - assert (q * n * (b * c) <= r * (b * c)) by lia.
    assert (q * n <= r) by (apply Z.mul_le_mono_pos_r with (b * c); assumption). lia.
  - assert (below : (h * v - b * c) * n <= b * c * q * n) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert (hvn : h * v * (p * t) <= h * v * n) by (apply Z.mul_le_mono_nonneg_l; lia).
    assert (near : h * p * (b * b - (t + 1) - v) <= h * p * (v * t)) by (apply Z.mul_le_mono_nonneg_l; lia).
    assert (half : p * b <= p * (2 * t)) by (apply Z.mul_le_mono_nonneg_l; lia).
    assert (half_b : p * b * b <= 2 * n * b) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert (vb : v * b <= v * (2 * t)) by (apply Z.mul_le_mono_nonneg_l; lia).
    assert (v_high : v <= 2 * b) by (apply Z.mul_le_mono_pos_r with b; lia).
    assert (three : h * p * (t + 1 + v) <= n * (3 * b)) by (apply Z.mul_le_mono_nonneg; lia).
    assert (pg : p * g * (b * c) = p * b * b) by (rewrite <- g_range at 3; ring).
    assert (f_high : f * (b * c) < p * g * (b * c)) by (apply Z.mul_lt_mono_pos_r; lia).
    assert ((r - q * n) * c * b < (5 + c) * n * b) by lia.
    apply Z.mul_lt_mono_pos_r with b; assumption.
Qed.

(** About [reduce] in kernels/modular/quotient_product.hpp: the quotient of r by an aligned modulus n, estimated from the
    limb of r above K limbs, n's top limb t = n / p for p = 2^(64 (K - 1)) and v = 2^128 / (t + 1), is not too large and
    leaves less than 6 n. *)
Theorem quotient_digit_leaves_less_than_six n p r v :
  0 < p -> 2 ^ 63 <= n / p < B -> 0 <= v -> v * (n / p + 1) <= B * B < (v + 1) * (n / p + 1) -> 0 <= r < n * B ->
  let q := r / (p * B) * v / B in 0 <= r - q * n < 6 * n.
Proof.
  intros p_range top_range v_low v_range r_range. cbv zeta.
  split_by n p t l. split_by r (p * B) h f.
  assert (0 <= h) by nia.
  assert (h * p <= n) by nia.
  split_by (h * v) (2 ^ 64) q e.
  pose proof (quotient_from_top n p t l h f q e v r B 1 B). lia.
Qed.

(** The next number, with a below 2 n and a digit d of 61 bits, has one limb above K limbs, as has its quotient. *)
Lemma quotient_step_keeps_its_bound n s a d :
  0 <= s < 6 * n -> 0 <= a < 2 * n -> 0 <= d < 2 ^ 61 -> 0 <= s * 2 ^ 61 + a * d < n * B.
Proof. nia. Qed.

(** About [finish] in kernels/modular/quotient_product.hpp: the last quotient, from the 64 bits of s above bit 64 (K - 1) + 3,
    leaves less than 2 n. *)
Theorem last_quotient_leaves_less_than_two n p s v :
  0 < p -> 2 ^ 63 <= n / p < B -> 0 <= v -> v * (n / p + 1) <= B * B < (v + 1) * (n / p + 1) -> 0 <= s < 6 * n ->
  let q := s / (p * 8) * v / B / 2 ^ 61 in 0 <= s - q * n < 2 * n.
Proof.
  intros p_range top_range v_low v_range s_range. cbv zeta.
  split_by n p t l. split_by s (p * 8) h f.
  assert (0 <= h) by nia.
  assert (h * p <= n) by nia.
  rewrite Z.div_div by lia.
  split_by (h * v) (2 ^ 64 * 2 ^ 61) q e.
  pose proof (quotient_from_top n p t l h f q e v s B (2 ^ 61) 8). lia.
Qed.
