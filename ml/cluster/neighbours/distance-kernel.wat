;; One row against many, four numbers at a time. JavaScript has no vector arithmetic; grouping 5,000 faces takes 1.8
;; times as long with the same loop written there. distance-kernel.wasm is made from this file (npm run kernel), and
;; a test compares the two.
;;
;; near(row, other, others_end, row_bytes, limit, out): all but limit are byte addresses or lengths in the imported
;; memory. For each row from other up to others_end whose squared distance to row is at most limit, its address (i32)
;; and the distance (f32) are written to out; the result is the end of what was written. Rows are padded to a multiple
;; of 32 numbers; after each 32 a row that is too far already is left.
(module
  (import "host" "memory" (memory 1))
  (func (export "near")
    (param $row i32) (param $other i32) (param $others_end i32) (param $row_bytes i32) (param $limit f32)
    (param $out i32) (result i32)
    (local $sum f32) (local $a i32) (local $b i32) (local $a_end i32) (local $acc v128) (local $diff v128)
    (block $done
      (loop $next_row
        (br_if $done (i32.ge_u (local.get $other) (local.get $others_end)))
        (block $too_far
          (local.set $acc (v128.const f32x4 0 0 0 0))
          (local.set $a (local.get $row))
          (local.set $b (local.get $other))
          (local.set $a_end (i32.add (local.get $row) (local.get $row_bytes)))
          (block $compared
            (loop $next_step
              (br_if $compared (i32.ge_u (local.get $a) (local.get $a_end)))
              ;; acc += (a[..4] - b[..4])^2, eight times.
              (local.set $diff
                (f32x4.sub (v128.load (local.get $a)) (v128.load (local.get $b))))
              (local.set $acc (f32x4.add (local.get $acc) (f32x4.mul (local.get $diff) (local.get $diff))))
              (local.set $diff
                (f32x4.sub (v128.load offset=16 (local.get $a)) (v128.load offset=16 (local.get $b))))
              (local.set $acc (f32x4.add (local.get $acc) (f32x4.mul (local.get $diff) (local.get $diff))))
              (local.set $diff
                (f32x4.sub (v128.load offset=32 (local.get $a)) (v128.load offset=32 (local.get $b))))
              (local.set $acc (f32x4.add (local.get $acc) (f32x4.mul (local.get $diff) (local.get $diff))))
              (local.set $diff
                (f32x4.sub (v128.load offset=48 (local.get $a)) (v128.load offset=48 (local.get $b))))
              (local.set $acc (f32x4.add (local.get $acc) (f32x4.mul (local.get $diff) (local.get $diff))))
              (local.set $diff
                (f32x4.sub (v128.load offset=64 (local.get $a)) (v128.load offset=64 (local.get $b))))
              (local.set $acc (f32x4.add (local.get $acc) (f32x4.mul (local.get $diff) (local.get $diff))))
              (local.set $diff
                (f32x4.sub (v128.load offset=80 (local.get $a)) (v128.load offset=80 (local.get $b))))
              (local.set $acc (f32x4.add (local.get $acc) (f32x4.mul (local.get $diff) (local.get $diff))))
              (local.set $diff
                (f32x4.sub (v128.load offset=96 (local.get $a)) (v128.load offset=96 (local.get $b))))
              (local.set $acc (f32x4.add (local.get $acc) (f32x4.mul (local.get $diff) (local.get $diff))))
              (local.set $diff
                (f32x4.sub (v128.load offset=112 (local.get $a)) (v128.load offset=112 (local.get $b))))
              (local.set $acc (f32x4.add (local.get $acc) (f32x4.mul (local.get $diff) (local.get $diff))))
              (local.set $sum
                (f32.add
                  (f32.add
                    (f32.add (f32x4.extract_lane 0 (local.get $acc)) (f32x4.extract_lane 1 (local.get $acc)))
                    (f32x4.extract_lane 2 (local.get $acc)))
                  (f32x4.extract_lane 3 (local.get $acc))))
              (br_if $too_far (f32.gt (local.get $sum) (local.get $limit)))
              (local.set $a (i32.add (local.get $a) (i32.const 128)))
              (local.set $b (i32.add (local.get $b) (i32.const 128)))
              (br $next_step)))
          (i32.store (local.get $out) (local.get $other))
          (f32.store offset=4 (local.get $out) (local.get $sum))
          (local.set $out (i32.add (local.get $out) (i32.const 8))))
        (local.set $other (i32.add (local.get $other) (local.get $row_bytes)))
        (br $next_row)))
    (local.get $out)))
