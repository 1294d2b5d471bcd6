(** The check of a product modulo a random prime. *)
Require Import ZArith List Lia Znumtheory.
Open Scope Z_scope.

Definition product (l : list Z) : Z := fold_right Z.mul 1 l.

Lemma product_divides primes e :
  Forall prime primes -> NoDup primes -> Forall (fun q => (q | e)) primes -> (product primes | e).
Proof.
  induction primes as [|p rest divides]; intros are_prime distinct divide.
  - exists e. simpl. lia.
  - inversion are_prime as [|? ? p_prime rest_prime]. inversion distinct as [|? ? p_new rest_distinct].
    inversion divide as [|? ? p_divides rest_divide]. subst.
    destruct (divides rest_prime rest_distinct rest_divide) as [k same].
    assert (coprime : rel_prime p (product rest)).
    { clear - p_prime rest_prime p_new. induction rest as [|q rest coprime].
      - apply rel_prime_1_r || (apply rel_prime_sym; apply rel_prime_1).
      - inversion rest_prime. subst. simpl. apply rel_prime_mult.
        + apply prime_rel_prime; [assumption|]. intros p_divides_q. apply p_new. left. symmetry.
          apply prime_div_prime; assumption.
        + apply coprime; [assumption|]. intros found. apply p_new. now right. }
    assert (p_divides_k : (p | k)) by (
      apply Gauss with (product rest); [rewrite Z.mul_comm, <- same|]; assumption).
    destruct p_divides_k as [j ->]. exists j. simpl. lia.
Qed.

Lemma product_is_large primes :
  Forall (fun q => 2 ^ 60 <= q) primes -> 2 ^ (60 * Z.of_nat (length primes)) <= product primes.
Proof.
  induction 1 as [|q rest q_large rest_large bound]; [simpl; lia|].
  cbn [length product fold_right]. fold (product rest). rewrite Nat2Z.inj_succ.
  replace (60 * Z.succ (Z.of_nat (length rest))) with (60 + 60 * Z.of_nat (length rest)) by lia.
  rewrite Z.pow_add_r by lia. apply Z.mul_le_mono_nonneg; lia.
Qed.

(** About [random_prime] in src/faults/verifier.hpp: of distinct primes of at least 2^60, at most n / 60 let a wrong product
    pass whose error is below 2^n. So one drawn uniformly from S of them lets it pass with a probability of at most
    n / (60 S). *)
Theorem few_primes_miss_an_error a b c n primes :
  Forall prime primes -> NoDup primes -> Forall (fun q => 2 ^ 60 <= q) primes ->
  a * b <> c -> Z.abs (a * b - c) < 2 ^ n ->
  let passes q := (a mod q) * (b mod q) mod q =? c mod q in
  60 * Z.of_nat (length (filter passes primes)) <= n.
Proof.
  intros are_prime distinct are_large wrong small passes.
  set (passing := filter passes primes).
  assert (inside : forall q, In q passing -> In q primes /\ passes q = true) by (intros; now apply filter_In).
  assert (subset : forall P : Z -> Prop, Forall P primes -> Forall P passing).
  { intros P all. rewrite Forall_forall in *. intros q found. apply all. now apply inside. }
  assert (divides : (product passing | a * b - c)).
  { apply product_divides; [now apply subset|now apply NoDup_filter|].
    rewrite Forall_forall in *. intros q found. apply inside in found. destruct found as [here same].
    apply Z.eqb_eq in same. rewrite <- Z.mul_mod in same by (apply are_large in here; lia).
    apply Z.mod_divide; [apply are_large in here; lia|].
    rewrite Zminus_mod, same, Z.sub_diag. apply Z.mod_0_l. apply are_large in here. lia. }
  pose proof (product_is_large passing (subset _ are_large)) as large.
  assert (product passing <= Z.abs (a * b - c)).
  { apply Z.divide_pos_le; [lia|]. now apply Z.divide_abs_r. }
  apply Z.lt_le_incl. apply (Z.pow_lt_mono_r_iff 2); try lia.
  destruct (Z.lt_ge_cases n 0); [|assumption].
  rewrite (Z.pow_neg_r 2 n) in small by assumption. lia.
Qed.
