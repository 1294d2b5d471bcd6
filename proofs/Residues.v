(** Arithmetic modulo 2^32 - c in words, as residues of the RNS use it: docs/rns.md. *)
Require Import ZArith Bool Lia Znumtheory.
From Proofs Require Import Words.
Open Scope Z_scope.

Definition folded (x c : Z) : Z := word64 (Z.shiftr x 32 * c + word32 x).
Definition residue_of_sum (x c : Z) : Z :=
  let low := word32 x in
  let sum := word32 (low + word32 (Z.shiftr x 32) * c) in
  if sum <? low then word32 (sum + c) else sum.

(** About [folded] in kernels/word/pseudo_mersenne.hpp: the upper half of a word, times c, is added to the lower half. *)
Theorem folded_is_congruent x c : 0 <= x < 2 ^ 64 -> 0 <= c < 2 ^ 14 ->
  0 <= folded x c <= (2 ^ 32 - 1) * (c + 1) /\ congruent (2 ^ 32 - c) (folded x c) x.
Proof.
  intros x_range c_range. unfold folded. rewrite shift_is_div by lia. change (word32 x) with (x mod 2 ^ 32).
  split_by x (2 ^ 32) high low. assert (0 <= high < 2 ^ 32) by lia.
  rewrite word64_small by nia. split; [nia|]. exists (- high). lia.
Qed.

(** About [residue_of_sum] in kernels/word/pseudo_mersenne.hpp: one more fold, and c for the carry. *)
Theorem residue_of_sum_is_congruent x c :
  0 <= c < 2 ^ 14 -> 0 <= x -> (0 < c -> x < 2 ^ 32 * (2 ^ 32 / c) - 2 ^ 32) -> (c = 0 -> x < 2 ^ 64) ->
  0 <= residue_of_sum x c < 2 ^ 32 /\ congruent (2 ^ 32 - c) (residue_of_sum x c) x.
Proof.
  intros c_range x_range small none. unfold residue_of_sum. cbv zeta.
  rewrite shift_is_div by lia. change (word32 x) with (x mod 2 ^ 32).
  split_by x (2 ^ 32) high low. assert (0 <= high) by nia.
  assert (product : 0 <= high < 2 ^ 32 /\ 0 <= high * c < 2 ^ 32 - c).
  { destruct (Z.eq_dec c 0) as [->|]; [lia|].
    assert (high + 1 < 2 ^ 32 / c) by lia.
    pose proof (Z.div_mod (2 ^ 32) c ltac:(lia)). pose proof (Z.mod_pos_bound (2 ^ 32) c ltac:(lia)). nia. }
  rewrite (word32_small high) by lia.
  destruct (Z.lt_ge_cases (low + high * c) (2 ^ 32)).
  - rewrite word32_small by lia. destruct (Z.ltb_spec (low + high * c) low); [lia|].
    split; [lia|]. exists (- high). lia.
  - replace (word32 (low + high * c)) with (low + high * c - 2 ^ 32) by (apply Z.mod_unique with 1; lia).
    destruct (Z.ltb_spec (low + high * c - 2 ^ 32) low); [|lia].
    rewrite word32_small by lia. split; [lia|]. exists (- high - 1). lia.
Qed.

(** About [residue_of] and [residue_product] in kernels/word/pseudo_mersenne.hpp: two folds are enough for any word, and so
    for every product of two residues. *)
Theorem residue_of_is_congruent x c : 0 <= x < 2 ^ 64 -> 0 <= c < 2 ^ 14 ->
  0 <= residue_of_sum (folded x c) c < 2 ^ 32 /\ congruent (2 ^ 32 - c) (residue_of_sum (folded x c) c) x.
Proof.
  intros x_range c_range. destruct (folded_is_congruent x c x_range c_range) as [range [k same]].
  destruct (residue_of_sum_is_congruent (folded x c) c) as [inside [m reduced]]; try lia.
  - intros positive. assert (2 ^ 14 * 16 <= 2 ^ 32 / c + 0).
    { rewrite Z.add_0_r. apply Z.div_le_lower_bound; lia. }
    assert (c + 2 <= 2 ^ 32 / c) by lia. nia.
  - split; [exact inside|]. exists (k + m). lia.
Qed.

(** About [least_residue] in kernels/word/pseudo_mersenne.hpp: the remainder modulo 2^32 - c. *)
Theorem least_residue_is_remainder x c : 0 <= x < 2 ^ 32 -> 0 <= c < 2 ^ 14 ->
  (if (negb (c =? 0) && (word32 (- c) <=? x))%bool then word32 (x + c) else x) = x mod (2 ^ 32 - c).
Proof.
  intros x_range c_range. destruct (Z.eqb_spec c 0) as [->|]; cbn [negb andb].
  - rewrite Z.sub_0_r. symmetry. now apply Z.mod_small.
  - replace (word32 (- c)) with (2 ^ 32 - c) by (apply Z.mod_unique with (-1); lia).
    destruct (Z.leb_spec (2 ^ 32 - c) x).
    + replace (word32 (x + c)) with (x + c - 2 ^ 32) by (apply Z.mod_unique with 1; lia).
      apply Z.mod_unique with 1; lia.
    + symmetry. apply Z.mod_small. lia.
Qed.
