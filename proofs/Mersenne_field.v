(** Arithmetic modulo 2^31 - 1 and 2^61 - 1 in words: results are congruent to what they stand for, and within the
    ranges of docs/rounding.md ("Exact transforms"). *)
Require Import ZArith List Lia Znumtheory.
From Proofs Require Import Words.
Import ListNotations.
Open Scope Z_scope.

(** ** p = 2^31 - 1: elements are words from 0 to p. *)

Definition p31 : Z := 2 ^ 31 - 1.
Definition in_m31 (x : Z) : Prop := 0 <= x <= p31.
Definition once_less (x : Z) : Z := let less := word32 (x - p31) in if less <? x then less else x.
Definition once_more (x : Z) : Z := let more := word32 (x + p31) in if more <? x then more else x.
Definition m31_of (word : Z) : Z := once_less (word32 (Z.land word p31 + Z.shiftr word 31)).
Definition half_of (twice : Z) : Z :=
  let upper := once_less (word32 (Z.shiftr twice 32)) in
  once_less (word32 (upper + Z.shiftr (word32 twice) 1)).

(** About [once_less] in kernels/word/mersenne_field.hpp: it subtracts p once where that is needed. *)
Theorem once_less_is_reduced x :
  0 <= x <= 2 * p31 -> in_m31 (once_less x) /\ congruent p31 (once_less x) x.
Proof.
  unfold once_less, in_m31, congruent, word32, p31. intros range.
  destruct (Z.lt_ge_cases x (2 ^ 31 - 1)).
  - replace ((x - (2 ^ 31 - 1)) mod 2 ^ 32) with (x - (2 ^ 31 - 1) + 2 ^ 32)
      by (apply Z.mod_unique with (-1); lia).
    destruct (Z.ltb_spec (x - (2 ^ 31 - 1) + 2 ^ 32) x); [lia|]. split; [lia|exists 0; lia].
  - rewrite Z.mod_small by lia.
    destruct (Z.ltb_spec (x - (2 ^ 31 - 1)) x); [|lia]. split; [lia|exists (-1); lia].
Qed.

(** About [once_more] in kernels/word/mersenne_field.hpp: it adds p once to a difference that has wrapped
    around. *)
Theorem once_more_is_reduced a b :
  in_m31 a -> in_m31 b ->
  in_m31 (once_more (word32 (a - b))) /\ congruent p31 (once_more (word32 (a - b))) (a - b).
Proof.
  unfold once_more, in_m31, congruent, word32, p31. intros a_range b_range.
  destruct (Z.lt_ge_cases a b).
  - replace ((a - b) mod 2 ^ 32) with (a - b + 2 ^ 32) by (apply Z.mod_unique with (-1); lia).
    replace ((a - b + 2 ^ 32 + (2 ^ 31 - 1)) mod 2 ^ 32) with (a - b + (2 ^ 31 - 1))
      by (apply Z.mod_unique with 1; lia).
    destruct (Z.ltb_spec (a - b + (2 ^ 31 - 1)) (a - b + 2 ^ 32)); [|lia]. split; [lia|exists 1; lia].
  - rewrite (Z.mod_small (a - b)) by lia. rewrite Z.mod_small by lia.
    destruct (Z.ltb_spec (a - b + (2 ^ 31 - 1)) (a - b)); [lia|]. split; [lia|exists 0; lia].
Qed.

(** About [of] in kernels/word/mersenne_field.hpp: any word of 32 bits becomes an element. *)
Theorem m31_of_is_reduced word :
  0 <= word < 2 ^ 32 -> in_m31 (m31_of word) /\ congruent p31 (m31_of word) word.
Proof.
  intros range. unfold m31_of. unfold p31 at 1 3.
  rewrite mask_is_mod, shift_is_div by lia. split_by word (2 ^ 31) high low.
  rewrite word32_small by lia.
  destruct (once_less_is_reduced (low + high)) as [inside [k same]]; [unfold p31; lia|].
  split; [exact inside|]. exists (k - high). unfold p31 in *. lia.
Qed.

(** About [half_of] in kernels/word/mersenne_field.hpp: the element of half an even number up to 4 p^2. *)
Theorem half_of_is_reduced half :
  0 <= 2 * half <= 4 * p31 * p31 -> in_m31 (half_of (2 * half)) /\ congruent p31 (half_of (2 * half)) half.
Proof.
  intros range. unfold half_of. cbv zeta. rewrite !shift_is_div by lia. change (word32 (2 * half)) with ((2 * half) mod 2 ^ 32).
  split_by (2 * half) (2 ^ 32) high low.
  assert (even : low = 2 * (low / 2 ^ 1)).
  { change (2 ^ 1) with 2. apply Z.div_exact; [lia|].
    replace low with ((half - high * 2 ^ 31) * 2) by lia. apply Z.mod_mul. lia. }
  set (l := low / 2 ^ 1) in *. clearbody l. unfold p31 in *.
  rewrite (word32_small high) by nia.
  destruct (once_less_is_reduced high) as [upper_inside [k upper_same]]; [unfold p31; nia|].
  unfold in_m31, p31 in *.
  rewrite word32_small by lia.
  destruct (once_less_is_reduced (once_less high + l)) as [inside [m same]]; [unfold p31; lia|].
  unfold in_m31, p31 in *. split; [exact inside|].
  exists (m + k - high). lia.
Qed.

(** About [operator+] in kernels/word/mersenne_field.hpp: the sum of two elements modulo 2^31 - 1. *)
Theorem m31_sum a b :
  in_m31 a -> in_m31 b ->
  in_m31 (once_less (word32 (a + b))) /\ congruent p31 (once_less (word32 (a + b))) (a + b).
Proof.
  unfold in_m31. intros a_range b_range. rewrite word32_small by (unfold p31 in *; lia).
  apply once_less_is_reduced. lia.
Qed.

(** About [operator*] in kernels/word/mersenne_field.hpp: the product of two elements modulo 2^31 - 1. *)
Theorem m31_product a b :
  in_m31 a -> in_m31 b ->
  let product := half_of (word64 (a * word32 (2 * b))) in
  in_m31 product /\ congruent p31 product (a * b).
Proof.
  unfold in_m31. intros a_range b_range. cbv zeta. unfold p31 in a_range, b_range.
  rewrite word32_small by lia. rewrite word64_small by nia.
  replace (a * (2 * b)) with (2 * (a * b)) by lia. apply half_of_is_reduced. unfold p31. nia.
Qed.

(** About [operator*] in kernels/word/mersenne_field.hpp: the product of two elements x + i y modulo 2^31 - 1. *)
Theorem m31_complex_product a_re a_im b_re b_im :
  in_m31 a_re -> in_m31 a_im -> in_m31 b_re -> in_m31 b_im ->
  let re := word32 (2 * b_re) in
  let im := word32 (2 * b_im) in
  let minus_im := word32 (2 * p31 - im) in
  let product_re := half_of (word64 (a_re * re + a_im * minus_im)) in
  let product_im := half_of (word64 (a_re * im + a_im * re)) in
  in_m31 product_re /\ congruent p31 product_re (a_re * b_re - a_im * b_im) /\
  in_m31 product_im /\ congruent p31 product_im (a_re * b_im + a_im * b_re).
Proof.
  unfold in_m31. intros a_re_range a_im_range b_re_range b_im_range. cbv zeta.
  unfold p31 in *. rewrite (word32_small (2 * b_re)), (word32_small (2 * b_im)) by lia.
  rewrite (word32_small (2 * (2 ^ 31 - 1) - 2 * b_im)) by lia.
  assert (0 <= a_re * b_re <= (2 ^ 31 - 1) * (2 ^ 31 - 1)) by nia.
  assert (0 <= a_re * b_im <= (2 ^ 31 - 1) * (2 ^ 31 - 1)) by nia.
  assert (0 <= a_im * b_re <= (2 ^ 31 - 1) * (2 ^ 31 - 1)) by nia.
  assert (0 <= a_im * (2 ^ 31 - 1 - b_im) <= (2 ^ 31 - 1) * (2 ^ 31 - 1)) by nia.
  rewrite !word64_small by lia.
  replace (a_re * (2 * b_re) + a_im * (2 * (2 ^ 31 - 1) - 2 * b_im))
    with (2 * (a_re * b_re + a_im * (2 ^ 31 - 1 - b_im))) by lia.
  replace (a_re * (2 * b_im) + a_im * (2 * b_re)) with (2 * (a_re * b_im + a_im * b_re)) by lia.
  destruct (half_of_is_reduced (a_re * b_re + a_im * (2 ^ 31 - 1 - b_im))) as [re_range [k re_same]];
    [unfold p31; lia|].
  destruct (half_of_is_reduced (a_re * b_im + a_im * b_re)) as [im_range im_same]; [unfold p31; lia|].
  split; [exact re_range|]. split; [|split; assumption].
  exists (k + a_im). unfold p31 in *. lia.
Qed.

(** About [times_power_of_two] in kernels/word/mersenne_field.hpp: a rotation of 31 bits. *)
Theorem m31_times_power_of_two x e :
  in_m31 x -> 0 <= e < 31 ->
  let product := Z.lor (Z.land (word32 (Z.shiftl x e)) p31) (Z.shiftr x (31 - e)) in
  in_m31 product /\ congruent p31 product (x * 2 ^ e).
Proof.
  unfold in_m31, congruent, p31. intros range e_range. cbv zeta.
  rewrite mask_is_mod, shift_is_div, Z.shiftl_mul_pow2 by lia. unfold word32.
  rewrite <- Znumtheory.Zmod_div_mod by (try lia; exists 2; reflexivity).
  assert (powers : 2 ^ 31 = 2 ^ (31 - e) * 2 ^ e) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (0 < 2 ^ e) by lia. assert (0 < 2 ^ (31 - e)) by lia.
  replace ((x * 2 ^ e) mod 2 ^ 31) with (x mod 2 ^ (31 - e) * 2 ^ e)
    by (rewrite powers; symmetry; apply Z.mul_mod_distr_r; lia).
  split_by x (2 ^ (31 - e)) high low.
  assert (0 <= high < 2 ^ e) by nia.
  rewrite or_is_sum by lia. split; [nia|]. exists (- high). nia.
Qed.

(** ** p = 2^61 - 1: elements are words from 0 to p + 7. *)

Definition p61 : Z := 2 ^ 61 - 1.
Definition in_m61 (x : Z) : Prop := 0 <= x <= p61 + 7.
Definition m61_of (word : Z) : Z := word64 (Z.land word p61 + Z.shiftr word 61).
Definition canonical61 (x : Z) : Z := if p61 <=? x then x - p61 else x.

(** About [of] in kernels/word/mersenne_field.hpp: any word of 64 bits becomes an element. *)
Theorem m61_of_is_reduced word :
  0 <= word < 2 ^ 64 -> in_m61 (m61_of word) /\ congruent p61 (m61_of word) word.
Proof.
  intros range. unfold m61_of, in_m61, congruent, p61.
  rewrite mask_is_mod, shift_is_div by lia. split_by word (2 ^ 61) high low.
  rewrite word64_small by lia. split; [lia|]. exists (- high). lia.
Qed.

(** About [canonical] in kernels/word/mersenne_field.hpp: the remainder of an element. *)
Theorem m61_canonical x : in_m61 x -> canonical61 x = x mod p61.
Proof.
  unfold in_m61, canonical61, p61. intros range. destruct (Z.leb_spec (2 ^ 61 - 1) x).
  - apply Z.mod_unique with 1; lia.
  - symmetry. apply Z.mod_small. lia.
Qed.

(** About [operator+] and [operator-] in kernels/word/mersenne_field.hpp: sums and differences of elements modulo
    2^61 - 1. *)
Theorem m61_sums a b :
  in_m61 a -> in_m61 b ->
  let sum := m61_of (word64 (a + b)) in
  let difference := m61_of (word64 (a + 2 * p61 - b)) in
  in_m61 sum /\ congruent p61 sum (a + b) /\ in_m61 difference /\ congruent p61 difference (a - b).
Proof.
  unfold in_m61. intros a_range b_range. cbv zeta.
  rewrite !word64_small by (unfold p61 in *; lia).
  destruct (m61_of_is_reduced (a + b)) as [sum_range sum_same]; [unfold p61 in *; lia|].
  destruct (m61_of_is_reduced (a + 2 * p61 - b)) as [range [k same]]; [unfold p61 in *; lia|].
  repeat split; try assumption; try apply sum_range; try apply range. exists (k + 2). lia.
Qed.

(** About [butterfly4] in kernels/fft/butterfly.hpp: no sum of a butterfly of four elements leaves a word of 64
    bits, so each result is an element. *)
Theorem m61_butterfly a b c d :
  in_m61 a -> in_m61 b -> in_m61 c -> in_m61 d ->
  let s := word64 (a + c) in
  let t := word64 (a + 2 * p61 - c) in
  let u := word64 (b + d) in
  let v := word64 (b + 2 * p61 - d) in
  let results := [m61_of (word64 (s + u)); m61_of (word64 (s + 4 * p61 - u));
                  m61_of (word64 (t + v)); m61_of (word64 (t + 4 * p61 - v))] in
  let exact := [a + c + (b + d); a + c - (b + d); a - c + (b - d); a - c - (b - d)] in
  Forall2 (fun result x => in_m61 result /\ congruent p61 result x) results exact.
Proof.
  unfold in_m61 at 1 2 3 4. intros a_range b_range c_range d_range. cbv zeta.
  assert (step : forall word x k, 0 <= word < 2 ^ 64 -> word = x + k * p61 ->
    in_m61 (m61_of (word64 word)) /\ congruent p61 (m61_of (word64 word)) x).
  { intros word x k range same. rewrite word64_small by assumption.
    destruct (m61_of_is_reduced word range) as [inside [m reduced]]. split; [exact inside|]. exists (m + k). lia. }
  rewrite (word64_small (a + c)), (word64_small (a + 2 * p61 - c)), (word64_small (b + d)),
    (word64_small (b + 2 * p61 - d)) by (unfold p61 in *; lia).
  repeat apply Forall2_cons; try apply Forall2_nil.
  all: try (apply step with 0; unfold p61 in *; lia).
  all: try (apply step with 4; unfold p61 in *; lia).
Qed.

Definition low31 (x : Z) : Z := Z.land (word32 x) (2 ^ 31 - 1).
Definition high31 (x : Z) : Z := word32 (Z.shiftr x 31).
Definition sum_of_products (a b c d : Z) : Z :=
  let outer := word64 (low31 a * low31 b + low31 c * low31 d + word32 (2 * high31 a) * high31 b +
                       word32 (2 * high31 c) * high31 d) in
  let middle := word64 (low31 a * high31 b + high31 a * low31 b + low31 c * high31 d + high31 c * low31 d) in
  m61_of (word64 (outer + Z.shiftl (Z.land middle (2 ^ 30 - 1)) 31 + Z.shiftr middle 30)).

Lemma digits31 x : 0 <= x < 2 ^ 62 ->
  x = low31 x + 2 ^ 31 * high31 x /\ 0 <= low31 x < 2 ^ 31 /\ 0 <= high31 x < 2 ^ 31.
Proof.
  intros range.
  assert (low31 x = x mod 2 ^ 31).
  { unfold low31, word32. rewrite mask_is_mod by lia.
    rewrite <- Znumtheory.Zmod_div_mod by (try lia; exists 2; reflexivity). reflexivity. }
  assert (high31 x = x / 2 ^ 31).
  { unfold high31. rewrite shift_is_div by lia. split_by x (2 ^ 31) high low. apply word32_small. lia. }
  split_by x (2 ^ 31) high low. lia.
Qed.

(** About [sum_of_products] in kernels/word/mersenne_field.hpp: by digits of 31 bits, with no sum above 2^64. *)
Theorem sum_of_products_is_reduced a b c d :
  in_m61 a -> in_m61 b -> in_m61 c -> 0 <= d <= 2 * p61 ->
  in_m61 (sum_of_products a b c d) /\ congruent p61 (sum_of_products a b c d) (a * b + c * d).
Proof.
  unfold in_m61 at 1 2 3. unfold p61 at 1 2 3 4. intros a_range b_range c_range d_range.
  unfold sum_of_products. cbv zeta.
  destruct (digits31 a) as (a_sum & a_low & a_high); [lia|].
  destruct (digits31 b) as (b_sum & b_low & b_high); [lia|].
  destruct (digits31 c) as (c_sum & c_low & c_high); [lia|].
  destruct (digits31 d) as (d_sum & d_low & d_high); [lia|].
  set (a0 := low31 a) in *. set (a1 := high31 a) in *. set (b0 := low31 b) in *. set (b1 := high31 b) in *.
  set (c0 := low31 c) in *. set (c1 := high31 c) in *. set (d0 := low31 d) in *. set (d1 := high31 d) in *.
  clearbody a0 a1 b0 b1 c0 c1 d0 d1.
  assert (a1 <= 2 ^ 30) by lia. assert (b1 <= 2 ^ 30) by lia. assert (c1 <= 2 ^ 30) by lia.
  rewrite (word32_small (2 * a1)), (word32_small (2 * c1)) by lia.
  assert (most : forall x y x_most y_most, 0 <= x <= x_most -> 0 <= y <= y_most -> 0 <= x * y <= x_most * y_most)
    by (intros; nia).
  pose proof (most a0 b0 (2 ^ 31 - 1) (2 ^ 31 - 1)). pose proof (most c0 d0 (2 ^ 31 - 1) (2 ^ 31 - 1)).
  pose proof (most a1 b1 (2 ^ 30) (2 ^ 30)). pose proof (most c1 d1 (2 ^ 30) (2 ^ 31 - 1)).
  pose proof (most a0 b1 (2 ^ 31 - 1) (2 ^ 30)). pose proof (most a1 b0 (2 ^ 30) (2 ^ 31 - 1)).
  pose proof (most c0 d1 (2 ^ 31 - 1) (2 ^ 31 - 1)). pose proof (most c1 d0 (2 ^ 30) (2 ^ 31 - 1)).
  rewrite (word64_small (a0 * b1 + _ + _ + _)) by lia.
  rewrite (word64_small (a0 * b0 + _ + _ + _)) by lia.
  set (middle := a0 * b1 + a1 * b0 + c0 * d1 + c1 * d0).
  assert (middle_range : 0 <= middle <= 2 ^ 63 + 2 ^ 61) by (subst middle; lia).
  assert (middle_sum : middle = a0 * b1 + a1 * b0 + c0 * d1 + c1 * d0) by reflexivity.
  clearbody middle.
  rewrite mask_is_mod, shift_is_div, Z.shiftl_mul_pow2 by lia.
  split_by middle (2 ^ 30) high low.
  match goal with |- context [word64 ?x] => set (word := x) end.
  assert (word_sum : word = a0 * b0 + c0 * d0 + 2 * a1 * b1 + 2 * c1 * d1 + low * 2 ^ 31 + high) by reflexivity.
  clearbody word.
  assert (0 <= word <= 2 ^ 64 - 2 ^ 31 + 2) by lia.
  rewrite word64_small by lia.
  destruct (m61_of_is_reduced word) as [inside [k same]]; [lia|].
  split; [exact inside|].
  exists (k - high - 2 * a1 * b1 - 2 * c1 * d1). unfold p61 in *. subst a b c d.
  lia.
Qed.

(** About [times_power_of_two] in kernels/word/mersenne_field.hpp: a rotation of 61 bits. *)
Theorem m61_times_power_of_two x e :
  in_m61 x -> 0 <= e < 61 ->
  let y := canonical61 x in
  let product := Z.lor (Z.land (word64 (Z.shiftl y e)) p61) (Z.shiftr y (61 - e)) in
  0 <= product <= p61 /\ congruent p61 product (x * 2 ^ e).
Proof.
  intros x_range e_range. cbv zeta.
  assert (less : exists k, x = canonical61 x + k * p61 /\ 0 <= canonical61 x < p61).
  { exists (x / p61). rewrite m61_canonical by assumption. unfold p61. split_by x (2 ^ 61 - 1) q r. lia. }
  destruct less as (k & x_sum & range). set (y := canonical61 x) in *. clearbody y.
  unfold congruent, p61 in *.
  rewrite mask_is_mod, shift_is_div, Z.shiftl_mul_pow2 by lia. unfold word64.
  rewrite <- Znumtheory.Zmod_div_mod by (try lia; exists 8; reflexivity).
  assert (powers : 2 ^ 61 = 2 ^ (61 - e) * 2 ^ e) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (0 < 2 ^ e) by lia. assert (0 < 2 ^ (61 - e)) by lia.
  replace ((y * 2 ^ e) mod 2 ^ 61) with (y mod 2 ^ (61 - e) * 2 ^ e)
    by (rewrite powers; symmetry; apply Z.mul_mod_distr_r; lia).
  split_by y (2 ^ (61 - e)) high low.
  assert (0 <= high < 2 ^ e) by nia.
  rewrite or_is_sum by lia. split; [nia|]. exists (- high - k * 2 ^ e). nia.
Qed.
