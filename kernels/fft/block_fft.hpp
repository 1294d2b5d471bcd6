/// \file
/// Discrete Fourier transforms inside one block: `Count` transforms of `Points` points. A thread holds
/// `Radix` points: sixteen, or eight if a GPU would otherwise have too few threads.
///
/// The forward transform is a decimation in frequency. A stage works on sub-transforms of length L, the first
/// on L = Points. With radix m, it replaces the points i = q L/m + t, q < m, by their m-point transform over
/// q, multiplies by the twiddles exp(-2 pi i t q / L), and leaves m sub-transforms of length L/m to the next
/// stage. All radices are Radix except the first, which is the remaining factor of Points: 2, 4, ... Radix.
/// Every stage is in place, so the result at position p belongs to the frequency whose digits are those of p
/// in reverse order:
///
///     Points = 64          position 0..63 --> digits (a b), a < 4, b < 16 --> frequency a + 4 b
///     stage 0, radix 4     register q holds position t + 4 q of lane t: digit a and the high bits of b
///     exchange             through shared memory, in place
///     stage 1, radix 16    registers run over b; lane t takes a = t, so that register q is frequency t + 4 q
///
/// Both ends are in natural order: lane t holds the points t + q lanes as input and the frequencies t + q
/// lanes as output. The digit reversal costs nothing: it is part of the choice of the lane that works on a
/// sub-transform in the last stage.
///
/// Points may have a factor m of 3, 5, 7, 9 or 15. Then a stage of radix m precedes the others. It uses more
/// threads, and each thread runs as many transforms as the stage needs. In GF(p^2), it rotates points instead
/// of multiplying by twiddles (coprime_stage.hpp). Frequency a + m b of the result is then the one with the
/// residues a modulo m and b modulo Points / m.
///
/// The backward transform runs the same stages in the opposite order with conjugate twiddles (decimation in
/// time).
///
/// A transform of right-angle points has the frequencies k + 1/4 (right_angle.hpp). Only its first stage
/// differs: constants multiply the points, and the exponent of a twiddle is (q + 1/4) t.
///
/// A stage needs one barrier, because a thread writes to the positions it has read. If all threads of a row
/// are in one warp, a barrier of that warp suffices.
///
/// If threads are elements of a core's vectors, neighbours work on neighbouring words in all stages except
/// the last. The core transposes the sub-transforms of the last stage.
#pragma once

#include "kernels/fft/coprime_stage.hpp"
#include "kernels/fft/odd_butterfly.hpp"
#include "kernels/fft/policy.hpp"
#include "kernels/fft/right_angle.hpp"
#include "kernels/fft/twiddle.hpp"
#include "kernels/model/block.hpp"
#include "kernels/model/recomputed.hpp"

namespace gbi::kernels {

/// How the transforms of a block are arranged in memory.
enum class arrangement {
  columns,  ///< transform c is column c: neighbouring threads work on neighbouring columns
  rows,     ///< the transforms are contiguous: neighbouring threads work on neighbouring points
  in_place  ///< rows of frequencies in the order of the last stage's sub-transforms
};

/// One of two functions: of the points of a column, or of a column, which then returns the former. The choice
/// is the same for all points of a thread, so it is made once and not between the loads of two points.
template <class First, class Second>
struct either {
  bool is_first;
  First first;
  Second second;

  GBI_DEVICE auto operator()(int which) const {
    return either<decltype(first(which)), decltype(second(which))>{is_first, first(which), second(which)};
  }
};
template <class First, class Second>
either(bool, First, Second) -> either<First, Second>;
/// Calls body(function) with the function that is chosen, or with the only one.
template <class Function, class Body>
GBI_DEVICE void with_chosen(const Function& function, Body&& body) {
  body(function);
}
template <class First, class Second, class Body>
GBI_DEVICE void with_chosen(const either<First, Second>& functions, Body&& body) {
  if (functions.is_first)
    body(functions.first);
  else
    body(functions.second);
}

/// \tparam Values where forward transforms read points and backward ones write them.
/// \tparam Frequencies the other side.
/// \tparam RightAngle whether the frequencies are k + 1/4. Then points may also be real.
template <int Points, int Count, class Real, arrangement Values, arrangement Frequencies = Values,
          int Radix = 16, machine Machine = machine::threads, bool RightAngle = false>
struct block_fft {
  using real = Real;
  static constexpr bool right_angle = RightAngle;
  static constexpr int points = Points, transforms = Count;
  static constexpr machine of = Machine;
  static constexpr int radix = Radix;           ///< points per thread
  static constexpr int lanes = Points / Radix;  ///< threads per transform

  /// Points = odd * binary.
  static constexpr int odd = [] {
    int m = Points;
    while (m % 2 == 0) m /= 2;
    return m;
  }();
  static constexpr int binary = Points / odd;
  static_assert(Radix == 16 || (Radix == 8 && odd == 1 && Values == arrangement::rows));
  static_assert(binary >= Radix && binary <= stage_roots::longest);
  static_assert(odd == 1 || odd == 3 || odd == 5 || odd == 7 || odd == 9 || odd == 15);

  /// The threads of one transform in the odd stage, which share its `binary` butterflies evenly. The other
  /// stages use fewer threads.
  static constexpr int odd_lanes = odd == 1 ? lanes : 16;
  static_assert(odd_lanes >= lanes);
  static constexpr int threads = odd_lanes * Count;

  static constexpr int log2_of(int n) {
    int k = 0;
    while ((1 << k) < n) ++k;
    return k;
  }
  static constexpr int log2_radix = log2_of(Radix);
  static constexpr int stages = (log2_of(binary) + log2_radix - 1) / log2_radix;  ///< after the odd stage
  static constexpr int last = stages - 1;
  static constexpr int first_radix = binary >> (log2_radix * last);
  static constexpr int radix_of(int stage) { return stage == 0 ? first_radix : Radix; }

  /// Length of the sub-transforms that enter a stage.
  static constexpr int length(int stage) {
    return stage == 0 ? binary : 1 << (log2_radix * (stages - stage));
  }

  // Padding against bank conflicts in the first stage, whose neighbouring threads read neighbouring
  // positions, and in the last, where they are digit-reversed. There is one word of padding after every line
  // of 128 bytes and, at 256 positions, as many words as a warp has neighbouring sub-transforms. Radix 8 has
  // two words after a line and two after eight lines. These values were found by experiment: all stages of
  // 512 to 4096 points take 1 to 1.5 accesses, except the last stage of 512 points, which takes 2.
  static constexpr int padded(int position) {
    constexpr int words = 128 / static_cast<int>(sizeof(Real));
    if constexpr (Machine == machine::vectors && Values != arrangement::columns) {
      return position;
    } else if constexpr (Radix == 8) {
      return position + position / words * 2 + position / (8 * words) * 2 + position / (32 * words);
    } else {
      constexpr int skew = Values == arrangement::rows && Frequencies == Values ? 16 / first_radix : 1;
      return position + position / words + position / 256 * skew;
    }
  }
  struct shared_memory {
    // For vectors, the two parts of a point must not share a set of the core's cache.
    static constexpr int apart = Machine == machine::vectors ? 320 / static_cast<int>(sizeof(Real)) : 0;
    static constexpr int size = apart + (Values == arrangement::columns ? (padded(Points - 1) + 1) * Count
                                                                        : padded(Points * Count - 1) + 1);
    Real re[size];
    Real im[size];
  };

  /// Position of a point of a transform in shared memory. The store() of `backward` may leave a result at the
  /// result's own position.
  GBI_DEVICE static int address(int which, int position) {
    return Values == arrangement::columns ? padded(position) * Count + which
                                          : padded(which * Points + position);
  }

  static_assert(!RightAngle || (!is_exact_field<Real> && Points > Radix));
  static constexpr bool rotates = odd > 1 && is_exact_field<Real>;
  using rotation = std::conditional_t<rotates, column_rotation<odd, binary>, no_rotation>;
  /// Tables of roots. `binary` is one of stage_roots; `whole`, of order Points or 4 Points for right angles,
  /// is read only for odd factors, and not in GF(p^2).
  struct root_tables {
    const complex<Real>* binary;
    const complex<Real>* whole;
    [[no_unique_address]] rotation circle_roots = {};
  };

  /// load(thread, which)(position) returns the point at a position of a transform; every thread calls load
  /// once, in the first phase. It may return `either` of two functions. A thread reads the points at some
  /// positions before it writes to their addresses in shared memory, and no other thread writes there.
  /// store(which, lane, x) takes the result: x[q] is the value of frequency lane + q lanes.
  template <class Block, class Load, class Store>
  GBI_DEVICE static void forward(Block& block, shared_memory& shared, const root_tables& roots, Load&& load,
                                 Store&& store) {
    first_phase(block, shared, roots, load, store);
    other_phases(block, shared, roots, store);
  }

  /// The two parts of forward: the first phase, which loads the points, and all other phases. A caller with
  /// two ways of loading calls other_phases once for both. The first phase stores only if there is no other
  /// phase.
  template <class Block, class Load, class Store>
  GBI_DEVICE static void first_phase(Block& block, shared_memory& shared, const root_tables& roots,
                                     Load&& load, Store&& store) {
    if constexpr (odd > 1)
      odd_phase(block, [&](int thread, int c, int l) {
        const auto point = load(thread, c);
        for_odd_butterflies(l, [&](int t) {
          complex<Real> x[odd];
          with_chosen(point, [&](const auto& at) {
            unroll<odd>([&](auto q) { x[q] = loaded<odd, q>(at(q * binary + t)); });
          });
          if constexpr (rotates) rotate(x, roots.circle_roots.at(t, c));
          odd_butterfly<odd, direction::forward>(x);
          unroll<odd>([&](auto q) {
            if constexpr (has_odd_twiddle<q>) x[q] = x[q] * read_only(roots.whole + odd_exponent<q> * t);
            put(shared, place_of_odd(c, q, t), x[q]);
          });
        });
      });
    else
      forward_stage<0>(
          block, shared, roots,
          [&](int thread, int c, const seat& l, complex<Real>(&x)[Radix]) {
            const auto point = load(thread, c);
            with_chosen(point, [&](const auto& at) {
              unroll<Radix>([&](auto q) { x[q] = loaded<Radix, q>(at(position<0>(l, q))); });
            });
          },
          store);
  }
  template <class Block, class Store>
  GBI_DEVICE static void other_phases(Block& block, shared_memory& shared, const root_tables& roots,
                                      Store&& store) {
    constexpr int first = odd > 1 ? 0 : 1;
    unroll<stages - first>([&](auto step) {
      constexpr int stage = first + step;
      forward_stage<stage>(
          block, shared, roots,
          [&](int, int c, const seat& l, complex<Real>(&x)[Radix]) {
            unroll<Radix>([&](auto q) { x[q] = get(shared, place<stage>(c, l, q)); });
          },
          store);
    });
  }

  /// Points times the inverse of forward. load(which, lane, x) fills x with the frequencies lane + q lanes;
  /// store(thread, which)(position, z) takes the results.
  template <class Block, class Load, class Store>
  GBI_DEVICE static void backward(Block& block, shared_memory& shared, const root_tables& roots, Load&& load,
                                  Store&& store) {
    unroll<stages>([&](auto step) {
      constexpr int stage = last - step;
      constexpr bool stores = stage == 0 && odd == 1;
      constexpr arrangement order = stage == last && !stores ? Frequencies : Values;
      stage_phase<stage, order>(block, [&](int thread, int c, int lane, const seat& l) {
        complex<Real> x[Radix];
        if constexpr (stage == last) {
          load(c, lane, x);
        } else {
          unroll<Radix>([&](auto q) { x[q] = get(shared, place<stage>(c, l, q)); });
          twiddle<direction::backward, stage>(roots.binary, l.t, x);
        }
        butterflies<direction::backward, stage>(x);
        if constexpr (stores) {
          const auto result = store(thread, c);
          unroll<Radix>([&](auto q) { result(position<stage>(l, q), stored<Radix, q>(x[q])); });
        } else {
          unroll<Radix>([&](auto q) { put(shared, place<stage>(c, l, q), x[q]); });
        }
      });
    });
    if constexpr (odd > 1)
      odd_phase(block, [&](int thread, int c, int l) {
        const auto result = store(thread, c);
        for_odd_butterflies(l, [&](int t) {
          complex<Real> x[odd];
          unroll<odd>([&](auto q) {
            x[q] = get(shared, place_of_odd(c, q, t));
            if constexpr (has_odd_twiddle<q>)
              x[q] = x[q] * conj(read_only(roots.whole + odd_exponent<q> * t));
          });
          odd_butterfly<odd, direction::backward>(x);
          if constexpr (rotates) rotate(x, odd - roots.circle_roots.at(t, c));
          unroll<odd>([&](auto q) { result(q * binary + t, stored<odd, q>(x[q])); });
        });
      });
  }

 private:
  // Point q of a first butterfly of M points, as loaded and as it is stored.
  template <int M, int Q, class Point>
  GBI_DEVICE static complex<Real> loaded(Point z) {
    if constexpr (RightAngle)
      return turn_in_right_angle<direction::forward, M, Q, Real>(z);
    else
      return z;
  }
  template <int M, int Q>
  GBI_DEVICE static complex<Real> stored(complex<Real> z) {
    if constexpr (RightAngle)
      return turn_in_right_angle<direction::backward, M, Q, Real>(z);
    else
      return z;
  }
  /// The twiddle of point q of an odd butterfly is entry odd_exponent<q> t of the whole table.
  template <int Q>
  static constexpr int odd_exponent = RightAngle ? 4 * Q + 1 : Q;
  template <int Q>
  static constexpr bool has_odd_twiddle = RightAngle || (Q != 0 && !rotates);

  /// load(thread, which, seat, x) fills x.
  template <int Stage, class Block, class Load, class Store>
  GBI_DEVICE static void forward_stage(Block& block, shared_memory& shared, const root_tables& roots,
                                       Load&& load, Store&& store) {
    constexpr bool is_first = Stage == 0 && odd == 1;
    constexpr arrangement order = Stage == last && !is_first ? Frequencies : Values;
    stage_phase<Stage, order>(block, [&](int thread, int c, int lane, const seat& l) {
      complex<Real> x[Radix];
      load(thread, c, l, x);
      butterflies<direction::forward, Stage>(x);
      if constexpr (Stage == last) {
        store(c, lane, x);
      } else {
        twiddle<direction::forward, Stage>(roots.binary, l.t, x);
        unroll<Radix>([&](auto q) { put(shared, place<Stage>(c, l, q), x[q]); });
      }
    });
  }

  /// With half the registers, there is no room to keep addresses for the next stage or the next transform.
  GBI_DEVICE static int thread_of(int index) {
    if constexpr (Radix == 8)
      return recomputed<threads>(index);
    else
      return index;
  }

  /// The work of a thread in a stage: point t + q step of a sub-transform.
  struct seat {
    int sub, t;
  };
  template <int Stage>
  static constexpr int step = length(Stage) / Radix;

  /// body(thread, which, lane, seat)
  template <int Stage, arrangement Order, class Block, class Body>
  GBI_DEVICE static void stage_phase(Block& block, Body&& body) {
    constexpr bool in_warp =
        Values == arrangement::rows && Frequencies == arrangement::rows && warp_threads % lanes == 0;
    const auto work = [&](int index) {
      const int thread = thread_of(index);
      const int l = lane_of_stage<Stage>(lane<Order>(thread));
      body(thread, which<Order>(thread), lane<Order>(thread), seat{l / step<Stage>, l % step<Stage>});
    };
    if constexpr (Machine == machine::vectors)
      vector_phase<Stage, Order>(block, body);
    else if constexpr (in_warp)
      block.warp_phase(work);
    else
      block.template phase<lanes * Count>(work);
  }

  /// As above, by rows of threads that work on neighbouring words, or each on a separate sub-transform.
  template <int Stage, arrangement Order, class Block, class Body>
  GBI_DEVICE static void vector_phase(Block& block, Body&& body) {
    constexpr int here = step<Stage>;
    if constexpr (Order == arrangement::columns) {
      block.template grid_phase<lanes, Count>([&](int lane, int which) {
        const int l = lane_of_stage<Stage>(lane);
        body(lane * Count + which, which, lane, seat{l / here, l % here});
      });
    } else if constexpr (here == 1) {
      block.template grid_phase<Count, lanes>([&](int which, int lane) {
        body(which * lanes + lane, which, lane, seat{lane_of_stage<Stage>(lane), 0});
      });
    } else {
      constexpr int subs = lanes / here;
      block.template grid_phase<subs * Count, here>([&](int row, int t) {
        const int which = row / subs, sub = row % subs;
        body(row * here + t, which, sub * here + t, seat{sub, t});
      });
    }
  }

  /// body(thread, which, lane)
  template <class Block, class Body>
  GBI_DEVICE static void odd_phase(Block& block, Body&& body) {
    if constexpr (Machine == machine::vectors && Values == arrangement::columns)
      block.template grid_phase<odd_lanes, Count>(
          [&](int lane, int which) { body(lane * Count + which, which, lane); });
    else
      block.phase([&](int thread) { body(thread, which<Values>(thread), lane<Values>(thread)); });
  }

  // The transform on which a thread works, and its lane in it.
  template <arrangement Arrangement>
  GBI_DEVICE static int which(int thread) {
    return Arrangement == arrangement::columns ? thread % Count : thread / lanes;
  }
  template <arrangement Arrangement>
  GBI_DEVICE static int lane(int thread) {
    return Arrangement == arrangement::columns ? thread / Count : thread % lanes;
  }

  /// In the last stage, lane t of a transform takes the sub-transform whose digits are those of t in reverse
  /// order.
  template <int Stage>
  GBI_DEVICE static int lane_of_stage(int t) {
    if constexpr (Stage != last || Frequencies == arrangement::in_place) return t;
    int reversed = t % odd, digits = t / odd;
    unroll<last>([&](auto stage) {
      reversed = reversed * radix_of(stage) + digits % radix_of(stage);
      digits /= radix_of(stage);
    });
    return reversed;
  }

  /// Position of a thread's register q in the given stage.
  template <int Stage>
  GBI_DEVICE static int position(const seat& at, int q) {
    return at.sub * length(Stage) + q * step<Stage> + at.t;
  }

  /// The address of that position in shared memory. The lane and the register contribute to different bits,
  /// so their paddings add up and the compiler needs only one address for all registers. Short transforms
  /// wait for memory rather than instructions and are faster without this.
  template <int Stage>
  GBI_DEVICE static int place(int which, const seat& at, int q) {
    constexpr bool is_short = odd == 1 && Points <= 256;
    if constexpr (is_short) return address(which, position<Stage>(at, q));
    return address(which, position<Stage>(at, 0)) + padded(q * step<Stage>) * neighbours;
  }
  /// The same for point q of the odd stage's transform t.
  GBI_DEVICE static int place_of_odd(int which, int q, int t) {
    static_assert(256 % binary == 0);
    return address(which, t) + padded(q * binary) * neighbours;
  }
  static constexpr int neighbours = Values == arrangement::columns ? Count : 1;

  GBI_DEVICE static void put(shared_memory& shared, int at, complex<Real> z) {
    shared.re[at] = z.re;
    shared.im[at] = z.im;
  }
  GBI_DEVICE static complex<Real> get(const shared_memory& shared, int at) {
    return {shared.re[at], shared.im[at]};
  }

  /// The transforms of a lane in the odd stage: points t, binary + t, 2 binary + t, ...
  template <class Body>
  GBI_DEVICE static void for_odd_butterflies(int lane, Body&& body) {
    static_assert(binary % odd_lanes == 0);
    unroll<binary / odd_lanes>([&](auto round) { body(lane + round * odd_lanes); });
  }

  template <direction Direction, int Stage>
  GBI_DEVICE static void butterflies(complex<Real> (&x)[Radix]) {
    constexpr int groups = Radix / radix_of(Stage);
    unroll<groups>([&](auto group) { butterfly<radix_of(Stage), Direction, group, groups>(x); });
  }

  /// Register q of the first stage is point (q mod groups) + groups k with k < radix. The exponent of its
  /// twiddle is (t + (q mod groups) L/Radix) k / L, or t / 4L more for a right angle. rounding.md: stages
  template <direction Direction, int Stage>
  GBI_DEVICE static void twiddle(const complex<Real>* roots, int t, complex<Real> (&x)[Radix]) {
    constexpr int groups = Radix / radix_of(Stage), here = step<Stage>;
    constexpr bool quarter = RightAngle && Stage == 0 && odd == 1;
    if constexpr (Radix == 8) {
      // Not read_only, with which the compiler loads entries phases ahead and spills them.
      constexpr int first = quarter ? 0 : groups;
      const complex<Real>* row =
          roots + (quarter ? right_angle_eighths::offset(binary) : eighth_roots::offset(length(Stage))) + t;
      unroll<Radix - first>([&](auto i) {
        complex<Real>& z = x[first + i];
        z = z * (Direction == direction::forward ? row[i * here] : conj(row[i * here]));
      });
    } else if constexpr (groups > 1) {
      constexpr int first = quarter ? 0 : 1;
      const complex<Real>* const row =
          roots + (quarter ? right_angle_roots::offset(binary) : stage_roots::offset(binary)) + t;
      unroll<first_radix - first>([&](auto i) {
        constexpr int k = first + i;
        const complex<Real> root = read_only(row + i * here);
        unroll<groups>([&](auto group) {
          complex<Real>& z = x[group + groups * k];
          z = times_root<Direction>(rotate_sixteenths<Direction, group * k>(z), root);
        });
      });
    } else {
      apply_powers<Direction, length(Stage), quarter>(x, roots, t);
    }
  }
};

}  // namespace gbi::kernels
