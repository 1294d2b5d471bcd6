(** Arithmetic modulo primes 2^30 - c in words, as residues of the RNS use it: docs/rns.md. *)
Require Import ZArith Bool Lia Znumtheory.
From Proofs Require Import Words.
Open Scope Z_scope.

Definition reduced (x p inverse : Z) : Z := Z.shiftr (word64 (x + word32 (word32 x * inverse) * p)) 32.
Definition folded (s0 s1 s2 s3 p : Z) : Z :=
  let upper := word32 (s2 + s3 * 2 ^ 8) in
  word32 (s0 + s1 * 2 ^ 8 + upper * 2 ^ 16 - (Z.shiftr upper 14 + Z.shiftr s1 22) * p).
Definition lowered (x p : Z) : Z := let lower := word32 (x - p) in if lower <? x then lower else x.

(** About [reduced] in kernels/word/residue_word.hpp: the multiple of p that is added makes the lower word 0. *)
Theorem reduced_is_congruent x p inverse :
  0 <= x -> 0 < p < 2 ^ 30 -> congruent (2 ^ 32) (p * inverse) (-1) -> x <= 2 ^ 64 - 2 ^ 32 * p ->
  0 <= reduced x p inverse <= x / 2 ^ 32 + p /\ congruent p (2 ^ 32 * reduced x p inverse) x.
Proof.
  intros x_range p_range [e inverted] room. unfold reduced. rewrite shift_is_div by lia.
  unfold word32.
  split_by x (2 ^ 32) high low. split_by (low * inverse) (2 ^ 32) carry m.
  assert (exact : x + m * p = 2 ^ 32 * (high + low * e - carry * p)).
  { assert (same : low * (p * inverse) = low * (e * 2 ^ 32 - 1)) by (f_equal; lia).
    replace m with (low * inverse - 2 ^ 32 * carry) by lia.
    transitivity (x + low * (p * inverse) - 2 ^ 32 * carry * p); [ring|].
    rewrite same. replace x with (2 ^ 32 * high + low) by lia. ring. }
  assert (0 <= m * p <= (2 ^ 32 - 1) * p) by nia.
  rewrite word64_small by lia. rewrite exact, Z.mul_comm, Z.div_mul by lia.
  split; [lia|]. exists m. lia.
Qed.

(** About [folded] in kernels/word/residue_word.hpp: four sums of bytes stand for a number, and multiples of 2^30 in it are
    replaced by multiples of c. *)
Theorem folded_is_congruent s0 s1 s2 s3 c :
  0 <= s0 < 2 ^ 26 -> 0 <= s1 < 2 ^ 26 -> 0 <= s2 < 2 ^ 26 -> 0 <= s3 < 9 * 2 ^ 20 -> 0 <= c < 12 * 2 ^ 10 ->
  0 <= folded s0 s1 s2 s3 (2 ^ 30 - c) < 2 ^ 32 /\ (c < 9 * 2 ^ 10 -> folded s0 s1 s2 s3 (2 ^ 30 - c) < 27 * 2 ^ 27) /\
  congruent (2 ^ 30 - c) (folded s0 s1 s2 s3 (2 ^ 30 - c)) (s0 + 2 ^ 8 * s1 + 2 ^ 16 * s2 + 2 ^ 24 * s3).
Proof.
  intros range0 range1 range2 range3 c_range. unfold folded. cbv zeta.
  rewrite (word32_small (s2 + s3 * 2 ^ 8)) by lia. rewrite !shift_is_div by lia.
  set (upper := s2 + s3 * 2 ^ 8) in *. assert (upper_is : upper = s2 + s3 * 2 ^ 8) by reflexivity. clearbody upper.
  split_by upper (2 ^ 14) high low. split_by s1 (2 ^ 22) above below.
  assert (0 <= high <= 151552) by lia. assert (0 <= above < 16) by lia.
  assert (small : 0 <= (high + above) * c <= 151568 * (12 * 2 ^ 10 - 1)) by nia.
  assert (smaller : c < 9 * 2 ^ 10 -> (high + above) * c <= 151568 * (9 * 2 ^ 10 - 1)) by nia.
  replace (s0 + s1 * 2 ^ 8 + upper * 2 ^ 16 - (high + above) * (2 ^ 30 - c))
    with (s0 + below * 2 ^ 8 + low * 2 ^ 16 + (high + above) * c) by lia.
  rewrite word32_small by lia. split; [lia|]. split; [lia|]. exists (- (high + above)). lia.
Qed.

(** About [lowered] in kernels/word/residue_word.hpp: one multiple of p less, if there is one. *)
Theorem lowered_is_congruent x p : 0 <= x < 2 ^ 32 -> 2 ^ 30 - 12 * 2 ^ 10 < p < 2 ^ 30 ->
  0 <= lowered x p < 27 * 2 ^ 27 /\ congruent p (lowered x p) x.
Proof.
  intros x_range p_range. unfold lowered. cbv zeta. destruct (Z.leb_spec p x).
  - rewrite word32_small by lia. destruct (Z.ltb_spec (x - p) x); [|lia]. split; [lia|]. exists (-1). lia.
  - replace (word32 (x - p)) with (x - p + 2 ^ 32).
    + destruct (Z.ltb_spec (x - p + 2 ^ 32) x); [lia|]. split; [lia|]. exists 0. lia.
    + unfold word32. apply Z.mod_unique with (-1); lia.
Qed.

(** About [least_residue] in kernels/word/residue_word.hpp: the remainder modulo p. *)
Theorem least_residue_is_remainder x p : 0 < p < 2 ^ 30 -> 0 <= x < 2 * p ->
  (if p <=? x then word32 (x - p) else x) = x mod p.
Proof.
  intros p_range x_range. destruct (Z.leb_spec p x).
  - rewrite word32_small by lia. apply Z.mod_unique with 1; lia.
  - symmetry. apply Z.mod_small. lia.
Qed.
