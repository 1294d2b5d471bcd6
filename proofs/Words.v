(** Words of 32 and 64 bits as integers, and congruence. *)
Require Import ZArith Lia Znumtheory.
Open Scope Z_scope.

Definition word32 (x : Z) : Z := x mod 2 ^ 32.
Definition word64 (x : Z) : Z := x mod 2 ^ 64.

(** a and b differ by a multiple of m. *)
Definition congruent (m a b : Z) : Prop := (m | a - b).

Lemma word32_small x : 0 <= x < 2 ^ 32 -> word32 x = x.
Proof. apply Z.mod_small. Qed.
Lemma word64_small x : 0 <= x < 2 ^ 64 -> word64 x = x.
Proof. apply Z.mod_small. Qed.

(** Division with remainder by a power of two, as masks and shifts do it. *)
Lemma shift_is_div x k : 0 <= k -> Z.shiftr x k = x / 2 ^ k.
Proof. apply Z.shiftr_div_pow2. Qed.
Lemma mask_is_mod x k : 0 <= k -> Z.land x (2 ^ k - 1) = x mod 2 ^ k.
Proof. intros. rewrite <- Z.land_ones by assumption. f_equal. rewrite Z.ones_equiv. lia. Qed.
Lemma div_mod_parts x k : 0 < k -> x = k * (x / k) + x mod k /\ 0 <= x mod k < k.
Proof. intros. split; [apply Z.div_mod; lia | apply Z.mod_pos_bound; lia]. Qed.
(** A word without low bits and one with low bits only have no bit in common. *)
Lemma or_is_sum high low k : 0 <= k -> 0 <= low < 2 ^ k -> Z.lor (high * 2 ^ k) low = high * 2 ^ k + low.
Proof.
  intros k_range low_range. rewrite <- Z.shiftl_mul_pow2 by assumption.
  assert (apart : Z.land (Z.shiftl high k) low = 0).
  { apply Z.bits_inj'. intros i i_range. rewrite Z.land_spec, Z.bits_0.
    destruct (Z.lt_ge_cases i k).
    - rewrite Z.shiftl_spec_low by lia. reflexivity.
    - rewrite <- (Z.mod_small low (2 ^ k)), Z.mod_pow2_bits_high by lia. apply Bool.andb_false_r. }
  rewrite <- Z.lxor_lor, Z.add_nocarry_lxor; trivial.
Qed.

(** Names the quotient q and the remainder r of x by k, with what is known of them. *)
Ltac split_by x k q r :=
  let parts := fresh in
  pose proof (div_mod_parts x k ltac:(lia)) as parts;
  set (q := x / k) in *; set (r := x mod k) in *; clearbody q r;
  destruct parts.
