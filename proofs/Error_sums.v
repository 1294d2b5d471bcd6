(** How rounding errors add up in a product by transforms: docs/rounding.md, "One transform". Errors are relative to
    norms; a first-order sum times 1.0000001 covers all products of errors. *)
Require Import Reals List Lra Psatz.
Import ListNotations.
Open Scope R_scope.

Definition sum (l : list R) : R := fold_right Rplus 0 l.
(** The product of 1 + e over all errors e. *)
Definition grown (errors : list R) : R := fold_right (fun e all => (1 + e) * all) 1 errors.

Lemma sum_nonnegative l : Forall (Rle 0) l -> 0 <= sum l.
Proof. induction 1; simpl; lra. Qed.
Lemma grown_app a b : grown (a ++ b) = grown a * grown b.
Proof. induction a as [|e a same]; simpl; [lra|]. rewrite same. ring. Qed.
Lemma sum_app a b : sum (a ++ b) = sum a + sum b.
Proof. induction a; simpl; lra. Qed.
Lemma grown_at_least_one errors : Forall (Rle 0) errors -> 1 <= grown errors.
Proof. induction 1; simpl; nra. Qed.

Lemma grown_bound errors : Forall (Rle 0) errors -> sum errors <= 1 ->
  grown errors <= 1 + sum errors + sum errors * sum errors.
Proof.
  induction 1 as [|e rest e_range rest_range bound]; simpl; intros small; [lra|].
  pose proof (sum_nonnegative rest rest_range). specialize (bound ltac:(lra)).
  set (s := sum rest) in *. set (g := grown rest) in *. clearbody s g.
  apply Rle_trans with ((1 + e) * (1 + s + s * s)); [apply Rmult_le_compat_l; lra|].
  assert (0 <= e * s) by (apply Rmult_le_pos; lra). assert (e * s * s <= e * s * 1) by (apply Rmult_le_compat_l; lra).
  nra.
Qed.

(** About [error_constant] in src/plan/error_bound.hpp: the factor 1.0000001 covers the products of any number of
    errors whose sum K u is at most 10^-7. *)
Theorem first_order_covers_products errors :
  Forall (Rle 0) errors -> sum errors <= 1 / 10 ^ 7 ->
  grown errors - 1 <= (1 + 1 / 10 ^ 7) * sum errors.
Proof.
  intros range small. pose proof (sum_nonnegative errors range).
  pose proof (grown_bound errors range ltac:(lra)).
  assert (sum errors * sum errors <= sum errors * (1 / 10 ^ 7)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(** ** A chain of steps, each a multiple of a map that keeps distances *)

Section Chain.
  Variable vector : Type.
  Variables (norm : vector -> R) (distance : vector -> vector -> R).
  Hypothesis triangle : forall x y z, distance x z <= distance x y + distance y z.
  Hypothesis norms_differ : forall x y, norm x <= norm y + distance x y.

  (** A step: the exact map, by which factor it changes norms, what is computed instead, and its error. *)
  Record step := { exact : vector -> vector; factor : R; computed : vector -> vector; error : R }.
  Definition sound (s : step) : Prop :=
    0 <= factor s /\ 0 <= error s /\
    (forall x y, distance (exact s x) (exact s y) = factor s * distance x y) /\
    (forall x, norm (exact s x) = factor s * norm x) /\
    (forall x, distance (computed s x) (exact s x) <= error s * norm (exact s x)).

  Definition run (f : step -> vector -> vector) (steps : list step) (x : vector) : vector :=
    fold_left (fun y s => f s y) steps x.

  Lemma chain_error steps : Forall sound steps -> forall x y e, 0 <= e -> distance x y <= e * norm y ->
    distance (run computed steps x) (run exact steps y) <=
    ((1 + e) * grown (map error steps) - 1) * norm (run exact steps y).
  Proof.
    induction 1 as [|s rest s_sound rest_sound bound]; intros x y e e_range near.
    - simpl. lra.
    - destruct s_sound as (factor_range & error_range & keeps & scales & rounds).
      cbn [run fold_left map grown fold_right]. fold (grown (map error rest)).
      fold (run computed rest (computed s x)). fold (run exact rest (exact s y)).
      rewrite <- Rmult_assoc. set (e' := (1 + e) * (1 + error s) - 1).
      replace ((1 + e) * (1 + error s)) with (1 + e') by (unfold e'; ring).
      apply bound; [unfold e'; nra|].
      apply Rle_trans with (error s * norm (exact s x) + factor s * distance x y).
      { rewrite <- keeps. apply Rle_trans with (distance (computed s x) (exact s x) + distance (exact s x) (exact s y));
          [apply triangle|]. specialize (rounds x). lra. }
      rewrite !scales. specialize (norms_differ x y). unfold e'.
      assert (factor s * norm x <= factor s * ((1 + e) * norm y)) by (apply Rmult_le_compat_l; lra).
      assert (error s * (factor s * norm x) <= error s * (factor s * ((1 + e) * norm y)))
        by (apply Rmult_le_compat_l; lra).
      assert (factor s * distance x y <= factor s * (e * norm y)) by (apply Rmult_le_compat_l; lra).
      nra.
  Qed.

  (** About [error_constant] in src/plan/error_bound.hpp: the errors of the levels, twiddles and weights along a
      transform add up, because each is a multiple of a unitary map. *)
  Theorem errors_of_steps_add_up steps x :
    Forall sound steps -> distance x x <= 0 -> 
    distance (run computed steps x) (run exact steps x) <=
    (grown (map error steps) - 1) * norm (run exact steps x).
  Proof.
    intros all same. pose proof (chain_error steps all x x 0 ltac:(lra) ltac:(lra)) as bound.
    rewrite Rplus_0_r, Rmult_1_l in bound. exact bound.
  Qed.
End Chain.

(** ** Complex numbers *)

Definition complex : Type := R * R.
Definition minus (a b : complex) : complex := (fst a - fst b, snd a - snd b).
Definition plus (a b : complex) : complex := (fst a + fst b, snd a + snd b).
Definition times (a b : complex) : complex := (fst a * fst b - snd a * snd b, fst a * snd b + snd a * fst b).
Definition scaled (r : R) (a : complex) : complex := (r * fst a, r * snd a).
Definition size (a : complex) : R := sqrt (fst a * fst a + snd a * snd a).

Lemma size_nonnegative a : 0 <= size a.
Proof. apply sqrt_pos. Qed.
Lemma size_square a : size a * size a = fst a * fst a + snd a * snd a.
Proof. apply sqrt_sqrt. nra. Qed.
Lemma size_times a b : size (times a b) = size a * size b.
Proof. unfold size. rewrite <- sqrt_mult by nra. f_equal. simpl. ring. Qed.
Lemma size_scaled r a : 0 <= r -> size (scaled r a) = r * size a.
Proof.
  intros range. unfold size, scaled. simpl.
  replace (r * fst a * (r * fst a) + r * snd a * (r * snd a)) with ((r * r) * (fst a * fst a + snd a * snd a)) by ring.
  rewrite sqrt_mult by nra. rewrite sqrt_square by assumption. reflexivity.
Qed.
Lemma size_plus a b : size (plus a b) <= size a + size b.
Proof.
  pose proof (size_nonnegative a). pose proof (size_nonnegative b).
  apply Rsqr_incr_0; [|apply size_nonnegative|lra]. unfold Rsqr. rewrite size_square.
  replace ((size a + size b) * (size a + size b)) with (size a * size a + size b * size b + 2 * (size a * size b)) by ring.
  rewrite !size_square. simpl.
  assert (fst a * fst b + snd a * snd b <= size a * size b); [|lra].
  apply Rle_trans with (Rabs (fst a * fst b + snd a * snd b)); [apply Rle_abs|].
  rewrite <- (Rabs_right (size a * size b)) by nra. apply Rsqr_le_abs_0. unfold Rsqr.
  replace (size a * size b * (size a * size b)) with ((size a * size a) * (size b * size b)) by ring.
  rewrite !size_square. pose proof (Rle_0_sqr (fst a * snd b - snd a * fst b)). unfold Rsqr in *. nra.
Qed.
Lemma size_triangle a b c : size (minus a c) <= size (minus a b) + size (minus b c).
Proof.
  apply Rle_trans with (size (plus (minus a b) (minus b c))); [|apply size_plus].
  right. f_equal. unfold minus, plus. simpl. f_equal; ring.
Qed.

(** ** Backward: a sum along a tree *)

(** An exact value, the computed one, the errors on the way from the leaves, the last one first, and the sum of the leaves'
    absolute values. *)
Inductive tree : list R -> complex -> complex -> R -> Prop :=
| leaf z : tree [] z z (size z)
| turned errors e w z z' s p : size w = 1 -> 0 <= e -> tree errors z z' s ->
    size (minus p (times w z')) <= e * size z' -> tree (e :: errors) (times w z) p s
| added errors e a a' s b b' t p : 0 <= e -> tree errors a a' s -> tree errors b b' t ->
    size (minus p (plus a' b')) <= e * (size a' + size b') -> tree (e :: errors) (plus a b) p (s + t).

Lemma size_minus_plus a b : size a <= size b + size (minus a b).
Proof.
  apply Rle_trans with (size (plus b (minus a b))); [|apply size_plus].
  right. f_equal. destruct a, b. unfold plus, minus. simpl. f_equal; ring.
Qed.
Lemma size_minus_self a : size (minus a a) = 0.
Proof. unfold size, minus. simpl. rewrite !Rminus_diag_eq by reflexivity. rewrite Rmult_0_l, Rplus_0_l. apply sqrt_0. Qed.

(** About [error_constant] in src/plan/error_bound.hpp: backward, an output's error is at most the sum of the errors
    on a path times the sum of all inputs' absolute values. *)
Theorem errors_along_tree_add_up errors z z' s :
  tree errors z z' s ->
  Forall (Rle 0) errors /\ size z <= s /\ size z' <= grown errors * s /\ size (minus z' z) <= (grown errors - 1) * s.
Proof.
  induction 1 as [z|errors e w z z' s p unit e_range inner (range & exact & whole & near) rounds
                 |errors e a a' s b b' t p e_range left (range & a_exact & a_whole & a_near)
                  right (_ & b_exact & b_whole & b_near) rounds].
  - rewrite size_minus_self. cbn [grown fold_right]. pose proof (size_nonnegative z).
    split; [constructor|]. lra.
  - pose proof (size_nonnegative z) as z_size. pose proof (size_nonnegative z') as z'_size.
    pose proof (grown_at_least_one errors range).
    cbn [grown fold_right]. fold (grown errors). set (g := grown errors) in *. clearbody g.
    assert (error : size (minus p (times w z)) <= ((1 + e) * g - 1) * s).
    { apply Rle_trans with (size (minus p (times w z')) + size (minus (times w z') (times w z))); [apply size_triangle|].
      replace (minus (times w z') (times w z)) with (times w (minus z' z))
        by (unfold minus, times; simpl; f_equal; ring).
      rewrite size_times, unit, Rmult_1_l.
      assert (e * size z' <= e * (g * s)) by (apply Rmult_le_compat_l; lra). lra. }
    split; [constructor; assumption|]. rewrite size_times, unit, Rmult_1_l. split; [assumption|]. split; [|exact error].
    pose proof (size_minus_plus p (times w z)) as plain. rewrite size_times, unit, Rmult_1_l in plain. lra.
  - pose proof (size_nonnegative a'). pose proof (size_nonnegative b').
    pose proof (grown_at_least_one errors range).
    cbn [grown fold_right]. fold (grown errors). set (g := grown errors) in *. clearbody g.
    pose proof (size_plus a b). pose proof (size_plus (minus a' a) (minus b' b)).
    assert (error : size (minus p (plus a b)) <= ((1 + e) * g - 1) * (s + t)).
    { apply Rle_trans with (size (minus p (plus a' b')) + size (minus (plus a' b') (plus a b))); [apply size_triangle|].
      replace (minus (plus a' b') (plus a b)) with (plus (minus a' a) (minus b' b))
        by (unfold minus, plus; simpl; f_equal; ring).
      assert (e * (size a' + size b') <= e * (g * (s + t))) by (apply Rmult_le_compat_l; lra). lra. }
    split; [constructor; assumption|]. split; [lra|]. split; [|exact error].
    pose proof (size_minus_plus p (plus a b)). lra.
Qed.

(** ** A coefficient of the product *)

Fixpoint total (f : nat -> R) (n : nat) : R := match n with O => 0 | S k => total f k + f k end.
Fixpoint ctotal (f : nat -> complex) (n : nat) : complex :=
  match n with O => (0, 0) | S k => plus (ctotal f k) (f k) end.
(** The Euclidean norm. *)
Definition norm (f : nat -> complex) (n : nat) : R := sqrt (total (fun k => size (f k) * size (f k)) n).

Lemma total_nonnegative f n : (forall k, 0 <= f k) -> 0 <= total f n.
Proof. intros range. induction n; simpl; [lra|]. specialize (range n). lra. Qed.
Lemma total_le f g n : (forall k, f k <= g k) -> total f n <= total g n.
Proof. intros below. induction n; simpl; [lra|]. specialize (below n). lra. Qed.
Lemma total_plus f g n : total (fun k => f k + g k) n = total f n + total g n.
Proof. induction n; simpl; lra. Qed.
Lemma total_scaled r f n : total (fun k => r * f k) n = r * total f n.
Proof. induction n as [|n same]; simpl; [lra|]. rewrite same. ring. Qed.
Lemma size_ctotal f n : size (ctotal f n) <= total (fun k => size (f k)) n.
Proof.
  induction n as [|n bound]; simpl.
  - unfold size. simpl. rewrite Rmult_0_l, Rplus_0_l, sqrt_0. lra.
  - pose proof (size_plus (ctotal f n) (f n)). lra.
Qed.
Lemma ctotal_minus f g n : minus (ctotal f n) (ctotal g n) = ctotal (fun k => minus (f k) (g k)) n.
Proof.
  induction n as [|n same]; simpl; [unfold minus; simpl; f_equal; ring|].
  rewrite <- same. unfold minus, plus. simpl. f_equal; ring.
Qed.

Lemma norm_square f n : norm f n * norm f n = total (fun k => size (f k) * size (f k)) n.
Proof. apply sqrt_sqrt, total_nonnegative. intros. pose proof (size_nonnegative (f k)). nra. Qed.
Lemma norm_nonnegative f n : 0 <= norm f n.
Proof. apply sqrt_pos. Qed.

Lemma cauchy_schwarz f g n : total (fun k => size (f k) * size (g k)) n <= norm f n * norm g n.
Proof.
  induction n as [|n bound].
  - simpl. pose proof (norm_nonnegative f 0). pose proof (norm_nonnegative g 0). nra.
  - simpl total. pose proof (norm_square f n) as f_square. pose proof (norm_square g n) as g_square.
    pose proof (norm_square f (S n)) as f_next. pose proof (norm_square g (S n)) as g_next.
    simpl total in f_next, g_next. rewrite <- f_square in f_next. rewrite <- g_square in g_next.
    pose proof (norm_nonnegative f n). pose proof (norm_nonnegative g n).
    pose proof (norm_nonnegative f (S n)). pose proof (norm_nonnegative g (S n)).
    pose proof (size_nonnegative (f n)). pose proof (size_nonnegative (g n)).
    set (p := norm f n) in *. set (q := norm g n) in *. set (p' := norm f (S n)) in *. set (q' := norm g (S n)) in *.
    set (a := size (f n)) in *. set (b := size (g n)) in *. clearbody p q p' q' a b.
    apply Rle_trans with (p * q + a * b); [lra|].
    apply Rsqr_incr_0; [|nra|nra]. unfold Rsqr.
    replace (p' * q' * (p' * q')) with ((p' * p') * (q' * q')) by ring. rewrite f_next, g_next.
    pose proof (Rle_0_sqr (p * b - q * a)). unfold Rsqr in *. nra.
Qed.

Lemma norm_triangle f g n : norm f n <= norm g n + norm (fun k => minus (f k) (g k)) n.
Proof.
  set (h := fun k => minus (f k) (g k)).
  pose proof (norm_nonnegative g n). pose proof (norm_nonnegative h n).
  apply Rsqr_incr_0; [|apply norm_nonnegative|lra]. unfold Rsqr. rewrite norm_square.
  replace ((norm g n + norm h n) * (norm g n + norm h n))
    with (norm g n * norm g n + norm h n * norm h n + 2 * (norm g n * norm h n)) by ring.
  rewrite !norm_square. pose proof (cauchy_schwarz g h n) as mixed.
  apply Rle_trans with (total (fun k => size (g k) * size (g k) + size (h k) * size (h k) + 2 * (size (g k) * size (h k))) n).
  - apply total_le. intros k. pose proof (size_minus_plus (f k) (g k)) as bound. fold (h k) in bound.
    pose proof (size_nonnegative (f k)). pose proof (size_nonnegative (g k)). pose proof (size_nonnegative (h k)). nra.
  - rewrite !total_plus, total_scaled. lra.
Qed.

(** About [error_constant] in src/plan/error_bound.hpp: no coefficient of the product of x and y is further from its
    exact value than 1.0000001 times the sum of all errors, two forward transforms, the products of frequencies and the
    backward transform, times |x| |y|. [forward], [pointwise], [backward] are the errors in the spectra of x and y, of
    their products, and along the tree of the output. *)
Theorem coefficient_error N X Y X' Y' P' weight norm_x norm_y c' forward pointwise backward :
  let points := INR N in
  let products k := times (X k) (Y k) in
  let c := scaled (1 / points) (ctotal (fun k => times (weight k) (products k)) N) in
  let errors := forward ++ forward ++ [pointwise] ++ backward in
  (0 < N)%nat -> Forall (Rle 0) errors -> sum errors <= 1 / 10 ^ 7 ->
  0 <= norm_x -> 0 <= norm_y -> norm X N = sqrt points * norm_x -> norm Y N = sqrt points * norm_y ->
  (forall k, size (weight k) = 1) ->
  norm (fun k => minus (X' k) (X k)) N <= (grown forward - 1) * norm X N ->
  norm (fun k => minus (Y' k) (Y k)) N <= (grown forward - 1) * norm Y N ->
  (forall k, size (minus (P' k) (times (X' k) (Y' k))) <= pointwise * size (times (X' k) (Y' k))) ->
  size (minus c' (scaled (1 / points) (ctotal (fun k => times (weight k) (P' k)) N))) <=
    (grown backward - 1) * (1 / points * total (fun k => size (P' k)) N) ->
  size (minus c' c) <= (1 + 1 / 10 ^ 7) * sum errors * (norm_x * norm_y).
Proof.
  intros points products c errors some range small x_range y_range X_norm Y_norm unit X_near Y_near P_near c_near.
  assert (points_positive : 0 < points) by (apply lt_0_INR; assumption).
  apply Rle_trans with ((grown errors - 1) * (norm_x * norm_y)).
  2:{ apply Rmult_le_compat_r; [nra|]. apply first_order_covers_products; assumption. }
  assert (parts : Forall (Rle 0) forward /\ 0 <= pointwise /\ Forall (Rle 0) backward).
  { unfold errors in range. rewrite !Forall_app in range. destruct range as (f & _ & p & b).
    inversion p. auto. }
  destruct parts as (forward_range & pointwise_range & backward_range).
  pose proof (grown_at_least_one forward forward_range). pose proof (grown_at_least_one backward backward_range).
  unfold errors. rewrite !grown_app. cbn [grown fold_right]. fold (grown forward) (grown backward).
  set (f := grown forward) in *. set (b := grown backward) in *. clearbody f b. clear errors range small.
  rewrite Rmult_1_r.
  set (DX := fun k => minus (X' k) (X k)) in *. set (DY := fun k => minus (Y' k) (Y k)) in *.
  pose proof (norm_triangle X' X N) as X'_norm. pose proof (norm_triangle Y' Y N) as Y'_norm.
  fold DX in X'_norm. fold DY in Y'_norm.
  pose proof (norm_nonnegative X N). pose proof (norm_nonnegative Y N).
  pose proof (norm_nonnegative X' N). pose proof (norm_nonnegative Y' N).
  pose proof (norm_nonnegative DX N). pose proof (norm_nonnegative DY N).
  assert (norms : norm X N * norm Y N = points * (norm_x * norm_y)).
  { rewrite X_norm, Y_norm. replace (sqrt points * norm_x * (sqrt points * norm_y))
      with (sqrt points * sqrt points * (norm_x * norm_y)) by ring. rewrite sqrt_sqrt by lra. reflexivity. }
  set (M := norm X N * norm Y N) in *. assert (0 <= M) by (unfold M; nra).
  assert (whole : norm X' N * norm Y' N <= f * f * M).
  { unfold M. replace (f * f * (norm X N * norm Y N)) with ((f * norm X N) * (f * norm Y N)) by ring.
    apply Rmult_le_compat; lra. }
  assert (part_X : norm DX N * norm Y' N <= (f - 1) * f * M).
  { unfold M. replace ((f - 1) * f * (norm X N * norm Y N)) with (((f - 1) * norm X N) * (f * norm Y N)) by ring.
    apply Rmult_le_compat; lra. }
  assert (part_Y : norm X N * norm DY N <= (f - 1) * M).
  { unfold M. replace ((f - 1) * (norm X N * norm Y N)) with (norm X N * ((f - 1) * norm Y N)) by ring.
    apply Rmult_le_compat_l; lra. }
  assert (sizes : total (fun k => size (P' k)) N <= (1 + pointwise) * (f * f * M)).
  { apply Rle_trans with (total (fun k => (1 + pointwise) * (size (X' k) * size (Y' k))) N).
    - apply total_le. intros k. specialize (P_near k).
      pose proof (size_minus_plus (P' k) (times (X' k) (Y' k))). rewrite size_times in *. lra.
    - rewrite total_scaled. apply Rmult_le_compat_l; [lra|]. pose proof (cauchy_schwarz X' Y' N). lra. }
  assert (distance : total (fun k => size (minus (P' k) (products k))) N <= ((1 + pointwise) * (f * f) - 1) * M).
  { apply Rle_trans with (total (fun k => pointwise * (size (X' k) * size (Y' k)) + size (DX k) * size (Y' k)
                                          + size (X k) * size (DY k)) N).
    - apply total_le. intros k. specialize (P_near k). rewrite size_times in P_near.
      pose proof (size_triangle (P' k) (times (X' k) (Y' k)) (products k)) as first.
      pose proof (size_triangle (times (X' k) (Y' k)) (times (X k) (Y' k)) (products k)) as second.
      replace (minus (times (X' k) (Y' k)) (times (X k) (Y' k))) with (times (DX k) (Y' k)) in second
        by (unfold DX, minus, times; simpl; f_equal; ring).
      replace (minus (times (X k) (Y' k)) (products k)) with (times (X k) (DY k)) in second
        by (unfold products, DY, minus, times; simpl; f_equal; ring).
      rewrite !size_times in second. lra.
    - rewrite !total_plus, total_scaled.
      pose proof (cauchy_schwarz X' Y' N). pose proof (cauchy_schwarz DX Y' N). pose proof (cauchy_schwarz X DY N).
      assert (pointwise * total (fun k => size (X' k) * size (Y' k)) N <= pointwise * (f * f * M))
        by (apply Rmult_le_compat_l; lra). lra. }
  assert (inverse : 0 < 1 / points) by (apply Rdiv_lt_0_compat; lra).
  set (near := scaled (1 / points) (ctotal (fun k => times (weight k) (P' k)) N)) in *.
  assert (near_c : size (minus near c) <= 1 / points * (((1 + pointwise) * (f * f) - 1) * M)).
  { replace (minus near c) with
      (scaled (1 / points) (minus (ctotal (fun k => times (weight k) (P' k)) N)
                                  (ctotal (fun k => times (weight k) (products k)) N)))
      by (unfold near, c, scaled, minus; simpl; f_equal; ring).
    rewrite size_scaled by lra. apply Rmult_le_compat_l; [lra|].
    rewrite ctotal_minus. apply Rle_trans with (1 := size_ctotal _ N).
    apply Rle_trans with (2 := distance). apply total_le. intros k.
    replace (minus (times (weight k) (P' k)) (times (weight k) (products k)))
      with (times (weight k) (minus (P' k) (products k))) by (unfold minus, times; simpl; f_equal; ring).
    rewrite size_times, unit. lra. }
  apply Rle_trans with (1 := size_triangle c' near c).
  assert (back : (b - 1) * (1 / points * total (fun k => size (P' k)) N) <=
                 (b - 1) * (1 / points * ((1 + pointwise) * (f * f * M))))
    by (apply Rmult_le_compat_l; [lra|]; apply Rmult_le_compat_l; lra).
  assert (cancel : 1 / points * M = norm_x * norm_y) by (rewrite norms; field; lra).
  replace (1 / points * ((1 + pointwise) * (f * f * M))) with ((1 + pointwise) * (f * f) * (1 / points * M)) in back by ring.
  replace (1 / points * (((1 + pointwise) * (f * f) - 1) * M)) with (((1 + pointwise) * (f * f) - 1) * (1 / points * M))
    in near_c by ring.
  rewrite cancel in *. lra.
Qed.
