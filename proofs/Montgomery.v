(** Montgomery's products: inverses by Newton's iteration, and rows with unsigned and with signed digits.
    (P. Montgomery, "Modular multiplication without trial division", 1985.) *)
Require Import ZArith Lia Znumtheory.
From Proofs Require Import Words.
Open Scope Z_scope.

(** ** Inverses *)

Definition newton (n x : Z) : Z := word64 (x * word64 (2 - word64 (n * x))).

Lemma congruent_word64 x k : 0 <= k <= 64 -> congruent (2 ^ k) (word64 x) x.
Proof.
  intros range. exists (- (x / 2 ^ 64) * 2 ^ (64 - k)).
  unfold word64. rewrite <- Z.mul_assoc, <- Z.pow_add_r by lia. replace (64 - k + k) with 64 by lia.
  pose proof (Z.div_mod x (2 ^ 64)). lia.
Qed.

Lemma newton_doubles n x k m :
  0 <= k -> 0 <= m <= 64 -> m <= 2 * k -> congruent (2 ^ k) (n * x) 1 -> congruent (2 ^ m) (n * newton n x) 1.
Proof.
  intros k_range m_range twice [e inverse].
  destruct (congruent_word64 (n * x) m m_range) as [e1 same1].
  destruct (congruent_word64 (2 - word64 (n * x)) m m_range) as [e2 same2].
  destruct (congruent_word64 (x * word64 (2 - word64 (n * x))) m m_range) as [e3 same3].
  unfold newton.
  set (w1 := word64 (n * x)) in *. set (w2 := word64 (2 - w1)) in *. set (w3 := word64 (x * w2)) in *.
  clearbody w1 w2 w3.
  assert (square : exists c, 2 ^ k * 2 ^ k = c * 2 ^ m).
  { exists (2 ^ (2 * k - m)). rewrite <- !Z.pow_add_r by lia. f_equal. lia. }
  destruct square as [c square].
  (* n x (2 - n x) - 1 = - (n x - 1)^2 *)
  exists (n * e3 + n * x * e2 - n * x * e1 - e * e * c).
  replace (n * w3) with (n * x * (2 - n * x) + (n * e3 + n * x * e2 - n * x * e1) * 2 ^ m).
  - replace (n * x * (2 - n * x) - 1) with (- ((n * x - 1) * (n * x - 1))) by lia.
    assert ((n * x - 1) * (n * x - 1) = e * e * c * 2 ^ m).
    { rewrite inverse. rewrite <- (Z.mul_assoc _ c), <- square. lia. }
    lia.
  - replace w3 with (x * w2 + e3 * 2 ^ m) by lia. replace w2 with (2 - w1 + e2 * 2 ^ m) by lia.
    replace w1 with (n * x + e1 * 2 ^ m) by lia. lia.
Qed.

Lemma minus_inverse n x : congruent (2 ^ 64) (n * x) 1 -> congruent (2 ^ 64) (n * word64 (- x)) (-1).
Proof.
  intros [e inverse]. destruct (congruent_word64 (- x) 64 ltac:(lia)) as [f same].
  exists (n * f - e). replace (word64 (- x)) with (- x + f * 2 ^ 64) by lia. lia.
Qed.

Lemma land_of_lxor a b m : Z.land (Z.lxor a b) m = Z.lxor (Z.land a m) (Z.land b m).
Proof.
  apply Z.bits_inj'. intros i _. rewrite Z.lxor_spec, !Z.land_spec, Z.lxor_spec.
  now destruct (Z.testbit a i), (Z.testbit b i), (Z.testbit m i).
Qed.

(** About [negative_inverse] in src/words/number_theory/montgomery_rows.hpp: four steps from five bits. *)
Theorem words_negative_inverse n :
  0 <= n < 2 ^ 64 -> Z.odd n = true ->
  let first := Z.lxor (word64 (3 * n)) 2 in
  congruent (2 ^ 64) (n * word64 (- newton n (newton n (newton n (newton n first))))) (-1).
Proof.
  intros range odd. cbv zeta. apply minus_inverse.
  set (first := Z.lxor (word64 (3 * n)) 2).
  assert (five : congruent (2 ^ 5) (n * first) 1).
  { assert (low : first mod 2 ^ 5 = Z.lxor ((3 * (n mod 2 ^ 5)) mod 2 ^ 5) 2).
    { subst first. rewrite <- Z.land_ones, land_of_lxor, !Z.land_ones by lia.
      change (2 mod 2 ^ 5) with 2. f_equal. unfold word64.
      rewrite <- Znumtheory.Zmod_div_mod by (try lia; exists (2 ^ 59); reflexivity).
      now rewrite Zmult_mod_idemp_r. }
    assert (odd_rest : Z.odd (n mod 2 ^ 5) = true).
    { rewrite <- odd. rewrite <- (Z.bit0_odd n), <- (Z.bit0_odd (n mod 2 ^ 5)).
      apply Z.mod_pow2_bits_low. lia. }
    assert (same : (n * first) mod 2 ^ 5 = 1).
    { rewrite Z.mul_mod, low by lia. pose proof (Z.mod_pos_bound n (2 ^ 5) ltac:(lia)) as rest_range.
      set (rest := n mod 2 ^ 5) in *. clearbody rest. clear - odd_rest rest_range.
      assert (cases : List.In rest (List.map Z.of_nat (List.seq 0 32))).
      { apply List.in_map_iff. exists (Z.to_nat rest). rewrite List.in_seq. lia. }
      cbn in cases. repeat destruct cases as [<-|cases]; try reflexivity; try discriminate. contradiction. }
    exists (n * first / 2 ^ 5). pose proof (Z.div_mod (n * first) (2 ^ 5)). lia. }
  apply newton_doubles with 40; try lia. apply newton_doubles with 20; try lia.
  apply newton_doubles with 10; try lia. apply newton_doubles with 5; try lia. exact five.
Qed.

(** The lower 52 bits of a word as a signed number. *)
Definition signed52 (x : Z) : Z := (x + 2 ^ 51) mod 2 ^ 52 - 2 ^ 51.

Lemma signed52_spec x : - 2 ^ 51 <= signed52 x < 2 ^ 51 /\ congruent (2 ^ 52) (signed52 x) x.
Proof.
  unfold signed52, congruent. split_by (x + 2 ^ 51) (2 ^ 52) q r. split; [lia|]. exists (- q). lia.
Qed.

(** About [negative_inverse] in kernels/word/fused_digit.hpp: five steps from three bits, x itself. *)
Theorem digit_negative_inverse x :
  Z.odd x = true ->
  let n := word64 x in
  let inverse := signed52 (word64 (- newton n (newton n (newton n (newton n (newton n n)))))) in
  - 2 ^ 51 <= inverse < 2 ^ 51 /\ congruent (2 ^ 52) (x * inverse) (-1).
Proof.
  intros odd n. cbv zeta.
  set (y := newton n (newton n (newton n (newton n (newton n n))))).
  assert (three : congruent (2 ^ 3) (n * n) 1).
  { assert (n_odd : Z.odd n = true).
    { rewrite <- odd, <- (Z.bit0_odd n), <- (Z.bit0_odd x). apply Z.mod_pow2_bits_low. lia. }
    apply Z.odd_spec in n_odd. destruct n_odd as [m n_value]. rewrite n_value.
    assert (even : Z.Even (m * (m + 1))).
    { destruct (Z.Even_or_Odd m) as [[h ->]|[h ->]]; [exists (h * (2 * h + 1))|exists ((2 * h + 1) * (h + 1))]; lia. }
    destruct even as [h even]. exists h. lia. }
  assert (exact : congruent (2 ^ 64) (n * y) 1).
  { apply newton_doubles with 48; try lia. apply newton_doubles with 24; try lia.
    apply newton_doubles with 12; try lia. apply newton_doubles with 6; try lia.
    apply newton_doubles with 3; try lia. exact three. }
  apply minus_inverse in exact. destruct exact as [e exact].
  set (z := word64 (- y)) in *.
  destruct (signed52_spec z) as [range [f same]]. split; [exact range|].
  destruct (congruent_word64 x 64 ltac:(lia)) as [g n_same]. fold n in n_same.
  exists (2 ^ 12 * e + x * f - g * 2 ^ 12 * z).
  replace (signed52 z) with (z + f * 2 ^ 52) by lia.
  replace (x * (z + f * 2 ^ 52) - -1) with (n * z - -1 - (n - x) * z + x * f * 2 ^ 52) by lia.
  rewrite exact, n_same. lia.
Qed.

(** ** One limb *)

(** About [multiply] in src/words/number_theory/montgomery_word.hpp: a b / 2^64 modulo n, below n, for any a and b
    whose product is below 2^64 n; [inverse] is 1 / n modulo 2^64. *)
Theorem montgomery_word_multiply a b n inverse :
  0 < n < 2 ^ 64 -> 0 <= a * b < 2 ^ 64 * n -> congruent (2 ^ 64) (n * inverse) 1 ->
  let multiple := word64 (word64 (a * b) * inverse) in
  let taken := (multiple * n) / 2 ^ 64 in
  let high := (a * b) / 2 ^ 64 in
  let result := word64 (word64 (high - taken) + (if high <? taken then n else 0)) in
  0 <= result < n /\ congruent n (2 ^ 64 * result) (a * b).
Proof.
  intros n_range product_range [e is_inverse]. cbv zeta.
  set (p := a * b) in *. clearbody p. change (word64 p) with (p mod 2 ^ 64).
  assert (high_range : 0 <= p / 2 ^ 64 < n)
    by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]).
  split_by p (2 ^ 64) high low.
  set (multiple := word64 (low * inverse)).
  assert (multiple_range : 0 <= multiple < 2 ^ 64) by (apply Z.mod_pos_bound; lia).
  destruct (congruent_word64 (low * inverse) 64 ltac:(lia)) as [f multiple_same]. fold multiple in multiple_same.
  clearbody multiple.
  assert (taken_range : 0 <= multiple * n / 2 ^ 64 < n)
    by (split; [apply Z.div_pos; nia | apply Z.div_lt_upper_bound; nia]).
  split_by (multiple * n) (2 ^ 64) taken rest.
  assert (rest = low).
  { assert (exists c, rest - low = c * 2 ^ 64) as [c same].
    { exists (low * e + f * n - taken). replace rest with (multiple * n - 2 ^ 64 * taken) by lia.
      replace multiple with (low * inverse + f * 2 ^ 64) by lia.
      replace ((low * inverse + f * 2 ^ 64) * n) with (low * (n * inverse) + f * 2 ^ 64 * n) by lia.
      replace (n * inverse) with (1 + e * 2 ^ 64) by lia. lia. }
    assert (c = 0) by lia. lia. }
  subst rest.
  destruct (Z.ltb_spec high taken).
  - replace (word64 (high - taken)) with (high - taken + 2 ^ 64) by (apply Z.mod_unique with (-1); lia).
    replace (word64 (high - taken + 2 ^ 64 + n)) with (high - taken + n) by (apply Z.mod_unique with 1; lia).
    split; [lia|]. exists (2 ^ 64 - multiple). lia.
  - rewrite (word64_small (high - taken)), Z.add_0_r by lia. rewrite word64_small by lia.
    split; [lia|]. exists (- multiple). lia.
Qed.

(** ** Rows: a step adds a product by a digit of b and a multiple of n, and divides by the base. *)

Section Rows.
  Variables (base a n inverse : Z) (digit : nat -> Z) (quotient : Z -> Z).
  Hypothesis base_positive : 1 < base.
  Hypothesis is_inverse : congruent base (n * inverse) (-1).
  Hypothesis quotient_same : forall x, congruent base (quotient x) (x * inverse).

  Fixpoint rows (steps : nat) : Z :=
    match steps with
    | O => 0
    | S k => let sum := rows k + a * digit k in (sum + n * quotient sum) / base
    end.
  Fixpoint number (digits : nat) : Z :=
    match digits with
    | O => 0
    | S k => number k + digit k * base ^ Z.of_nat k
    end.
  Fixpoint multiple (steps : nat) : Z :=
    match steps with
    | O => 0
    | S k => multiple k + quotient (rows k + a * digit k) * base ^ Z.of_nat k
    end.

  Lemma step_is_exact x : base * ((x + n * quotient x) / base) = x + n * quotient x.
  Proof.
    destruct is_inverse as [e inverse_sum]. destruct (quotient_same x) as [f same].
    symmetry. apply Z.div_exact; [lia|]. apply Z.mod_divide; [lia|]. exists (x * e + n * f).
    replace (quotient x) with (x * inverse + f * base) by lia.
    replace (x + n * (x * inverse + f * base)) with (x * (n * inverse) + x + n * f * base) by lia.
    replace (n * inverse) with (-1 + e * base) by lia. lia.
  Qed.

  Lemma rows_are_product steps :
    base ^ Z.of_nat steps * rows steps = a * number steps + n * multiple steps.
  Proof.
    induction steps as [|k same]; [simpl; lia|].
    rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. cbn [rows number multiple]. cbv zeta.
    pose proof (step_is_exact (rows k + a * digit k)) as exact.
    set (next := (_ + _) / base) in *. set (q := quotient _) in *. clearbody next q.
    set (power := base ^ Z.of_nat k) in *. clearbody power.
    replace (base * power * next) with (power * (base * next)) by lia. rewrite exact.
    replace (power * (rows k + a * digit k + n * q)) with (power * rows k + power * a * digit k + power * n * q) by lia.
    rewrite same. lia.
  Qed.
End Rows.

Lemma power_of_base base k : 1 < base -> 0 < base ^ Z.of_nat k.
Proof. intros. apply Z.pow_pos_nonneg; lia. Qed.

(** Digits of the quotient from 0 to the base less one. *)
Definition plain (base inverse x : Z) : Z := (x * inverse) mod base.

Lemma plain_multiple base a n inverse digit k :
  1 < base -> 0 <= multiple base a n digit (plain base inverse) k < base ^ Z.of_nat k.
Proof.
  intros base_range. induction k as [|k range]; [simpl; lia|].
  rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. cbn [multiple].
  pose proof (power_of_base base k base_range). 
  set (q := plain base inverse (rows base a n digit (plain base inverse) k + a * digit k)).
  assert (0 <= q < base) by (apply Z.mod_pos_bound; lia).
  clearbody q. nia.
Qed.

Lemma plain_same base inverse x : 1 < base -> congruent base (plain base inverse x) (x * inverse).
Proof.
  intros. unfold plain. exists (- (x * inverse / base)). pose proof (Z.div_mod (x * inverse) base). lia.
Qed.

(** About [multiply_rows] in src/words/number_theory/montgomery_rows.hpp: with a, b < n, the sum after all rows is
    below 2 n, and one subtraction gives the product, congruent to a b / R. *)
Theorem multiply_rows_is_product a n inverse digit size :
  let R := (2 ^ 64) ^ Z.of_nat size in
  let b := number (2 ^ 64) digit size in
  let sum := rows (2 ^ 64) a n digit (plain (2 ^ 64) inverse) size in
  congruent (2 ^ 64) (n * inverse) (-1) -> 0 < n <= R -> 0 <= a < n -> 0 <= b < n ->
  0 <= sum < 2 * n /\ congruent n (R * sum) (a * b).
Proof.
  intros R b sum is_inverse n_range a_range b_range.
  pose proof (rows_are_product (2 ^ 64) a n inverse digit (plain (2 ^ 64) inverse) ltac:(lia) is_inverse
    (fun x => plain_same (2 ^ 64) inverse x ltac:(lia)) size) as same.
  pose proof (plain_multiple (2 ^ 64) a n inverse digit size ltac:(lia)) as range.
  pose proof (power_of_base (2 ^ 64) size ltac:(lia)) as positive.
  fold R b sum in same. fold R in range, positive.
  set (m := multiple _ _ _ _ _ _) in *. clearbody m sum b R.
  split; [|exists m; lia].
  assert (0 <= a * b <= (n - 1) * (n - 1)) by nia. assert (0 <= n * m <= n * (R - 1)) by nia.
  assert ((n - 1) * (n - 1) <= n * R) by nia. split; [nia|]. apply (Z.mul_lt_mono_pos_l R); nia.
Qed.

(** About [multiply_digits] in src/words/number_theory/montgomery_digits.hpp: with a, b < 4 n and 16 n <= R = 2^(52
    digits), the result is below 2 n without a comparison. *)
Theorem multiply_digits_is_product a n inverse digit digits :
  let R := (2 ^ 52) ^ Z.of_nat digits in
  let b := number (2 ^ 52) digit digits in
  let sum := rows (2 ^ 52) a n digit (plain (2 ^ 52) inverse) digits in
  congruent (2 ^ 52) (n * inverse) (-1) -> 0 < 16 * n <= R -> 0 <= a < 4 * n -> 0 <= b < 4 * n ->
  0 <= sum < 2 * n /\ congruent n (R * sum) (a * b).
Proof.
  intros R b sum is_inverse n_range a_range b_range.
  pose proof (rows_are_product (2 ^ 52) a n inverse digit (plain (2 ^ 52) inverse) ltac:(lia) is_inverse
    (fun x => plain_same (2 ^ 52) inverse x ltac:(lia)) digits) as same.
  pose proof (plain_multiple (2 ^ 52) a n inverse digit digits ltac:(lia)) as range.
  pose proof (power_of_base (2 ^ 52) digits ltac:(lia)) as positive.
  fold R b sum in same. fold R in range, positive.
  set (m := multiple _ _ _ _ _ _) in *. clearbody m sum b R.
  split; [|exists m; lia].
  assert (0 <= a * b <= (4 * n - 1) * (4 * n - 1)) by nia. assert (0 <= n * m <= n * (R - 1)) by nia.
  assert ((4 * n - 1) * (4 * n - 1) < n * R) by nia. split; [nia|]. apply (Z.mul_lt_mono_pos_l R); nia.
Qed.

(** Signed digits of the quotient. *)
Definition signed (inverse x : Z) : Z := signed52 (x * inverse).

Lemma signed_multiple a n inverse digit k :
  (2 ^ 52 - 1) * Z.abs (multiple (2 ^ 52) a n digit (signed inverse) k) <= 2 ^ 51 * ((2 ^ 52) ^ Z.of_nat k - 1).
Proof.
  induction k as [|k range]; [simpl; lia|].
  rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. cbn [multiple].
  pose proof (power_of_base (2 ^ 52) k ltac:(lia)).
  destruct (signed52_spec ((rows (2 ^ 52) a n digit (signed inverse) k + a * digit k) * inverse)) as [q_range _].
  fold (signed inverse (rows (2 ^ 52) a n digit (signed inverse) k + a * digit k)) in q_range.
  set (q := signed inverse (_ + _)) in *. set (m := multiple _ _ _ _ _ _) in *. set (power := (2 ^ 52) ^ Z.of_nat k) in *.
  clearbody q m power.
  assert (Z.abs (q * power) <= 2 ^ 51 * power) by nia. lia.
Qed.

(** About [multiply] and [square] in kernels/modular/fused_field.hpp: with signed digits of the quotient, a result is
    at most |x y| / R + n / 2 (1 + 1 / (2^52 - 1)) in absolute value. That is less than n for operands below 2 n, and for
    one of at most n and another one of at most R / 16, if 16 n <= R; so nothing is ever subtracted. *)
Theorem fused_product_is_below_modulus x n inverse digit digits :
  let R := (2 ^ 52) ^ Z.of_nat digits in
  let y := number (2 ^ 52) digit digits in
  let result := rows (2 ^ 52) x n digit (signed inverse) digits in
  congruent (2 ^ 52) (n * inverse) (-1) -> 0 < 16 * n <= R ->
  congruent n (R * result) (x * y) /\
  2 * (2 ^ 52 - 1) * R * Z.abs result <= 2 * (2 ^ 52 - 1) * Z.abs (x * y) + 2 ^ 52 * (R - 1) * n /\
  (Z.abs x <= 2 * n -> Z.abs y <= 2 * n -> Z.abs result < n) /\
  (Z.abs x <= n -> 16 * Z.abs y <= R -> Z.abs result < n).
Proof.
  intros R y result is_inverse n_range.
  pose proof (rows_are_product (2 ^ 52) x n inverse digit (signed inverse) ltac:(lia) is_inverse
    (fun z => proj2 (signed52_spec (z * inverse))) digits) as same.
  pose proof (signed_multiple x n inverse digit digits) as range.
  pose proof (power_of_base (2 ^ 52) digits ltac:(lia)) as positive.
  fold R y result in same. fold R in range, positive.
  set (m := multiple _ _ _ _ _ _) in *. clearbody m result y R.
  assert (size : R * Z.abs result <= Z.abs (x * y) + n * Z.abs m).
  { replace (R * Z.abs result) with (Z.abs (R * result)) by (rewrite Z.abs_mul; lia).
    rewrite same. replace (n * Z.abs m) with (Z.abs (n * m)) by (rewrite Z.abs_mul; lia). lia. }
  assert (product : n * ((2 ^ 52 - 1) * Z.abs m) <= n * (2 ^ 51 * (R - 1))) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (bound : 2 * (2 ^ 52 - 1) * R * Z.abs result <= 2 * (2 ^ 52 - 1) * Z.abs (x * y) + 2 ^ 52 * (R - 1) * n) by lia.
  split; [exists m; lia|]. split; [exact bound|].
  assert (small : 4 * Z.abs (x * y) <= n * R -> Z.abs result < n).
  { intros quarter. apply (Z.mul_lt_mono_pos_l R); [lia|]. assert (0 < n * R) by nia. lia. }
  rewrite Z.abs_mul in small. split; intros x_range y_range; apply small.
  - assert (Z.abs x * Z.abs y <= 2 * n * (2 * n)) by (apply Z.mul_le_mono_nonneg; lia). nia.
  - assert (Z.abs x * (16 * Z.abs y) <= n * R) by (apply Z.mul_le_mono_nonneg; lia). lia.
Qed.

(** ** One limb *)

Section Limb_modulus.

Variables d v : Z.
Hypothesis d_range : 0 < d < 2 ^ 64.
Hypothesis inverse : congruent (2 ^ 64) (d * v) 1.

Lemma multiple_of_lower low :
  0 <= low < 2 ^ 64 ->
  let multiple := word64 (low * v) * d in
  multiple = multiple / 2 ^ 64 * 2 ^ 64 + low /\ 0 <= multiple / 2 ^ 64 < d.
Proof.
  intros low_range. cbv zeta.
  assert (0 <= word64 (low * v) < 2 ^ 64) by (apply Z.mod_pos_bound; lia).
  assert (same : (word64 (low * v) * d) mod 2 ^ 64 = low).
  { unfold word64. rewrite Zmult_mod_idemp_l. destruct inverse as [e known].
    replace (low * v * d) with (low + low * e * 2 ^ 64) by nia. rewrite Z_mod_plus_full. apply Z.mod_small. lia. }
  set (digit := word64 (low * v)) in *. clearbody digit.
  assert (0 <= digit * d) by (apply Z.mul_nonneg_nonneg; lia).
  assert (digit * d < 2 ^ 64 * d) by (apply Z.mul_lt_mono_pos_r; lia).
  pose proof (Z.div_mod (digit * d) (2 ^ 64)).
  split; [lia|]. split; [apply Z.div_pos | apply Z.div_lt_upper_bound]; lia.
Qed.

(** About [reduce] in kernels/word/limb_modulus.hpp: two limbs divided by 2^64, as a residue. *)
Theorem limb_modulus_reduce high low :
  0 <= high < d -> 0 <= low < 2 ^ 64 ->
  let upper := word64 (low * v) * d / 2 ^ 64 in
  let result := word64 (high - upper + (if high <? upper then d else 0)) in
  0 <= result < d /\ congruent d (result * 2 ^ 64) (high * 2 ^ 64 + low).
Proof.
  intros high_range low_range. cbv zeta.
  destruct (multiple_of_lower low low_range) as [multiple upper_range].
  set (upper := word64 (low * v) * d / 2 ^ 64) in *. set (digit := word64 (low * v)) in *. clearbody upper digit.
  destruct (Z.ltb_spec high upper).
  - rewrite word64_small by lia. split; [lia|]. exists (2 ^ 64 - digit). lia.
  - rewrite word64_small by lia. split; [lia|]. exists (- digit). lia.
Qed.

(** About [divide_exactly] in kernels/word/limb_modulus.hpp: the quotient digit and the carry that it leaves. *)
Theorem limb_modulus_divide_exactly x carry :
  0 <= x < 2 ^ 64 -> 0 <= carry <= d ->
  let rest := x - carry in
  let digit := word64 (word64 rest * v) in
  let next := digit * d / 2 ^ 64 - rest / 2 ^ 64 in
  0 <= next <= d /\ x - carry = digit * d - next * 2 ^ 64.
Proof.
  intros x_range carry_range. cbv zeta.
  destruct (multiple_of_lower (word64 (x - carry)) ltac:(apply Z.mod_pos_bound; lia)) as [multiple upper_range].
  assert (low : word64 (x - carry) = x - carry - (x - carry) / 2 ^ 64 * 2 ^ 64)
    by (unfold word64; pose proof (Z.div_mod (x - carry) (2 ^ 64)); lia).
  set (digit := word64 (word64 (x - carry) * v)) in *. clearbody digit. rewrite low in multiple.
  assert (-1 <= (x - carry) / 2 ^ 64 < 1)
    by (split; [apply Z.div_le_lower_bound; lia | apply Z.div_lt_upper_bound; lia]).
  split; lia.
Qed.

End Limb_modulus.
