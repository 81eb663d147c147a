package io.baton.fabric;

/**
 * Makes sure that there is stack left for steps that must not end in the middle: a StackOverflowError comes from here,
 * before anything is changed, or not at all.
 *
 * <p>A method throws that error when it is entered, if its frame does not fit. The frames of these methods are as large
 * as what is asked for, because of variables that nobody uses; they are gone when the steps begin. The interpreter
 * makes room for all variables of a method. Compiled code, on its entry, touches as much stack as the interpreter would
 * need wherever it may have to go on in it, and that includes these methods where they are inlined: a store for each
 * page of 4 KiB and one compare, about a nanosecond. {@code StackOverflowTest} shows it for the interpreter and both
 * compilers.
 */
public final class StackHeadroom {

    /** A zero that compilers do not know, so that they keep the branch in which the variables exist. */
    private static final byte[] ZERO = new byte[1];

    private StackHeadroom() {
    }

    /**
     * Makes sure of 12 KiB: several times what a lock client takes in the interpreter.
     *
     * @throws StackOverflowError if there is less
     */
    @SuppressWarnings({"MultiVariableDeclaration", "UnusedVariable"})
    public static void checkStep() {
        long aa, ab, ac, ad, ae, af, ag, ah, ai, aj, ak, al, am, an, ao, ap, aq, ar, as, at, au, av, aw, ax, ay, az;
        long a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, ba, bb, bc, bd, be, bf, bg, bh, bi, bj, bk, bl, bm, bn, bo, bp;
        long bq, br, bs, bt, bu, bv, bw, bx, by, bz, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, ca, cb, cc, cd, ce, cf;
        long cg, ch, ci, cj, ck, cl, cm, cn, co, cp, cq, cr, cs, ct, cu, cv, cw, cx, cy, cz, c0, c1, c2, c3, c4, c5;
        long c6, c7, c8, c9, da, db, dc, dd, de, df, dg, dh, di, dj, dk, dl, dm, dn, dp, dq, dr, ds, dt, du, dv, dw;
        long dx, dy, dz, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, ea, eb, ec, ed, ee, ef, eg, eh, ei, ej, ek, el, em;
        long en, eo, ep, eq, er, es, et, eu, ev, ew, ex, ey, ez, e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, fa, fb, fc;
        long fd, fe, ff, fg, fh, fi, fj, fk, fl, fm, fn, fo, fp, fq, fr, fs, ft, fu, fv, fw, fx, fy, fz, f0, f1, f2;
        long f3, f4, f5, f6, f7, f8, f9, ga, gb, gc, gd, ge, gf, gg, gh, gi, gj, gk, gl, gm, gn, go, gp, gq, gr, gs;
        long gt, gu, gv, gw, gx, gy, gz, g0, g1, g2, g3, g4, g5, g6, g7, g8, g9, ha, hb, hc, hd, he, hf, hg, hh, hi;
        long hj, hk, hl, hm, hn, ho, hp, hq, hr, hs, ht, hu, hv, hw, hx, hy, hz, h0, h1, h2, h3, h4, h5, h6, h7, h8;
        long h9, ia, ib, ic, id, ie, ig, ih, ii, ij, ik, il, im, in, io, ip, iq, ir, is, it, iu, iv, iw, ix, iy, iz;
        long i0, i1, i2, i3, i4, i5, i6, i7, i8, i9, ja, jb, jc, jd, je, jf, jg, jh, ji, jj, jk, jl, jm, jn, jo, jp;
        long jq, jr, js, jt, ju, jv, jw, jx, jy, jz, j0, j1, j2, j3, j4, j5, j6, j7, j8, j9, ka, kb, kc, kd, ke, kf;
        long kg, kh, ki, kj, kk, kl, km, kn, ko, kp, kq, kr, ks, kt, ku, kv, kw, kx, ky, kz, k0, k1, k2, k3, k4, k5;
        long k6, k7, k8, k9, la, lb, lc, ld, le, lf, lg, lh, li, lj, lk, ll, lm, ln, lo, lp, lq, lr, ls, lt, lu, lv;
        long lw, lx, ly, lz, l0, l1, l2, l3, l4, l5, l6, l7, l8, l9, ma, mb, mc, md, me, mf, mg, mh, mi, mj, mk, ml;
        long mm, mn, mo, mp, mq, mr, ms, mt, mu, mv, mw, mx, my, mz, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, na, nb;
        long nc, nd, ne, nf, ng, nh, ni, nj, nk, nl, nm, nn, no, np, nq, nr, ns, nt, nu, nv, nw, nx, ny, nz, n0, n1;
        long n2, n3, n4, n5, n6, n7, n8, n9, oa, ob, oc, od, oe, of, og, oh, oi, oj, ok, ol, om, on, oo, op, oq, or;
        long os, ot, ou, ov, ow, ox, oy, oz, o0, o1, o2, o3, o4, o5, o6, o7, o8, o9, pa, pb, pc, pd, pe, pf, pg, ph;
        long pi, pj, pk, pl, pm, pn, po, pp, pq, pr, ps, pt, pu, pv, pw, px, py, pz, p0, p1, p2, p3, p4, p5, p6, p7;
        long p8, p9, qa, qb, qc, qd, qe, qf, qg, qh, qi, qj, qk, ql, qm, qn, qo, qp, qq, qr, qs, qt, qu, qv, qw, qx;
        long qy, qz, q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, ra, rb, rc, rd, re, rf, rg, rh, ri, rj, rk, rl, rm, rn;
        long ro, rp, rq, rr, rs, rt, ru, rv, rw, rx, ry, rz, r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, sa, sb, sc, sd;
        long se, sf, sg, sh, si, sj, sk, sl, sm, sn, so, sp, sq, sr, ss, st, su, sv, sw, sx, sy, sz, s0, s1, s2, s3;
        long s4, s5, s6, s7, s8, s9, ta, tb, tc, td, te, tf, tg, th, ti, tj, tk, tl, tm, tn, to, tp, tq, tr, ts, tt;
        long tu, tv, tw, tx, ty, tz, t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, ua, ub, uc, ud, ue, uf, ug, uh, ui, uj;
        long uk, ul, um, un, uo, up, uq, ur, us, ut, uu, uv, uw, ux, uy, uz, u0, u1, u2, u3, u4, u5, u6, u7, u8, u9;
        long va, vb, vc, vd, ve, vf, vg, vh, vi, vj, vk, vl, vm, vn;
        if (ZERO[0] != 0) {
            throw new AssertionError(ZERO[0]);
        }
    }

    /**
     * Makes sure of 20 KiB: for what calls lock clients and must not be stopped by {@link #checkStep} in the middle.
     *
     * @throws StackOverflowError if there is less
     */
    @SuppressWarnings({"MultiVariableDeclaration", "UnusedVariable"})
    public static void checkCall() {
        long aa, ab, ac, ad, ae, af, ag, ah, ai, aj, ak, al, am, an, ao, ap, aq, ar, as, at, au, av, aw, ax, ay, az;
        long a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, ba, bb, bc, bd, be, bf, bg, bh, bi, bj, bk, bl, bm, bn, bo, bp;
        long bq, br, bs, bt, bu, bv, bw, bx, by, bz, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, ca, cb, cc, cd, ce, cf;
        long cg, ch, ci, cj, ck, cl, cm, cn, co, cp, cq, cr, cs, ct, cu, cv, cw, cx, cy, cz, c0, c1, c2, c3, c4, c5;
        long c6, c7, c8, c9, da, db, dc, dd, de, df, dg, dh, di, dj, dk, dl, dm, dn, dp, dq, dr, ds, dt, du, dv, dw;
        long dx, dy, dz, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, ea, eb, ec, ed, ee, ef, eg, eh, ei, ej, ek, el, em;
        long en, eo, ep, eq, er, es, et, eu, ev, ew, ex, ey, ez, e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, fa, fb, fc;
        long fd, fe, ff, fg, fh, fi, fj, fk, fl, fm, fn, fo, fp, fq, fr, fs, ft, fu, fv, fw, fx, fy, fz, f0, f1, f2;
        long f3, f4, f5, f6, f7, f8, f9, ga, gb, gc, gd, ge, gf, gg, gh, gi, gj, gk, gl, gm, gn, go, gp, gq, gr, gs;
        long gt, gu, gv, gw, gx, gy, gz, g0, g1, g2, g3, g4, g5, g6, g7, g8, g9, ha, hb, hc, hd, he, hf, hg, hh, hi;
        long hj, hk, hl, hm, hn, ho, hp, hq, hr, hs, ht, hu, hv, hw, hx, hy, hz, h0, h1, h2, h3, h4, h5, h6, h7, h8;
        long h9, ia, ib, ic, id, ie, ig, ih, ii, ij, ik, il, im, in, io, ip, iq, ir, is, it, iu, iv, iw, ix, iy, iz;
        long i0, i1, i2, i3, i4, i5, i6, i7, i8, i9, ja, jb, jc, jd, je, jf, jg, jh, ji, jj, jk, jl, jm, jn, jo, jp;
        long jq, jr, js, jt, ju, jv, jw, jx, jy, jz, j0, j1, j2, j3, j4, j5, j6, j7, j8, j9, ka, kb, kc, kd, ke, kf;
        long kg, kh, ki, kj, kk, kl, km, kn, ko, kp, kq, kr, ks, kt, ku, kv, kw, kx, ky, kz, k0, k1, k2, k3, k4, k5;
        long k6, k7, k8, k9, la, lb, lc, ld, le, lf, lg, lh, li, lj, lk, ll, lm, ln, lo, lp, lq, lr, ls, lt, lu, lv;
        long lw, lx, ly, lz, l0, l1, l2, l3, l4, l5, l6, l7, l8, l9, ma, mb, mc, md, me, mf, mg, mh, mi, mj, mk, ml;
        long mm, mn, mo, mp, mq, mr, ms, mt, mu, mv, mw, mx, my, mz, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, na, nb;
        long nc, nd, ne, nf, ng, nh, ni, nj, nk, nl, nm, nn, no, np, nq, nr, ns, nt, nu, nv, nw, nx, ny, nz, n0, n1;
        long n2, n3, n4, n5, n6, n7, n8, n9, oa, ob, oc, od, oe, of, og, oh, oi, oj, ok, ol, om, on, oo, op, oq, or;
        long os, ot, ou, ov, ow, ox, oy, oz, o0, o1, o2, o3, o4, o5, o6, o7, o8, o9, pa, pb, pc, pd, pe, pf, pg, ph;
        long pi, pj, pk, pl, pm, pn, po, pp, pq, pr, ps, pt, pu, pv, pw, px, py, pz, p0, p1, p2, p3, p4, p5, p6, p7;
        long p8, p9, qa, qb, qc, qd, qe, qf, qg, qh, qi, qj, qk, ql, qm, qn, qo, qp, qq, qr, qs, qt, qu, qv, qw, qx;
        long qy, qz, q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, ra, rb, rc, rd, re, rf, rg, rh, ri, rj, rk, rl, rm, rn;
        long ro, rp, rq, rr, rs, rt, ru, rv, rw, rx, ry, rz, r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, sa, sb, sc, sd;
        long se, sf, sg, sh, si, sj, sk, sl, sm, sn, so, sp, sq, sr, ss, st, su, sv, sw, sx, sy, sz, s0, s1, s2, s3;
        long s4, s5, s6, s7, s8, s9, ta, tb, tc, td, te, tf, tg, th, ti, tj, tk, tl, tm, tn, to, tp, tq, tr, ts, tt;
        long tu, tv, tw, tx, ty, tz, t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, ua, ub, uc, ud, ue, uf, ug, uh, ui, uj;
        long uk, ul, um, un, uo, up, uq, ur, us, ut, uu, uv, uw, ux, uy, uz, u0, u1, u2, u3, u4, u5, u6, u7, u8, u9;
        long va, vb, vc, vd, ve, vf, vg, vh, vi, vj, vk, vl, vm, vn, vo, vp, vq, vr, vs, vt, vu, vv, vw, vx, vy, vz;
        long v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, wa, wb, wc, wd, we, wf, wg, wh, wi, wj, wk, wl, wm, wn, wo, wp;
        long wq, wr, ws, wt, wu, wv, ww, wx, wy, wz, w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, xa, xb, xc, xd, xe, xf;
        long xg, xh, xi, xj, xk, xl, xm, xn, xo, xp, xq, xr, xs, xt, xu, xv, xw, xx, xy, xz, x0, x1, x2, x3, x4, x5;
        long x6, x7, x8, x9, ya, yb, yc, yd, ye, yf, yg, yh, yi, yj, yk, yl, ym, yn, yo, yp, yq, yr, ys, yt, yu, yv;
        long yw, yx, yy, yz, y0, y1, y2, y3, y4, y5, y6, y7, y8, y9, za, zb, zc, zd, ze, zf, zg, zh, zi, zj, zk, zl;
        long zm, zn, zo, zp, zq, zr, zs, zt, zu, zv, zw, zx, zy, zz, z0, z1, z2, z3, z4, z5, z6, z7, z8, z9, aa0, aa1;
        long aa2, aa3, aa4, aa5, aa6, aa7, aa8, aa9, ab0, ab1, ab2, ab3, ab4, ab5, ab6, ab7, ab8, ab9, ac0, ac1, ac2;
        long ac3, ac4, ac5, ac6, ac7, ac8, ac9, ad0, ad1, ad2, ad3, ad4, ad5, ad6, ad7, ad8, ad9, ae0, ae1, ae2, ae3;
        long ae4, ae5, ae6, ae7, ae8, ae9, af0, af1, af2, af3, af4, af5, af6, af7, af8, af9, ag0, ag1, ag2, ag3, ag4;
        long ag5, ag6, ag7, ag8, ag9, ah0, ah1, ah2, ah3, ah4, ah5, ah6, ah7, ah8, ah9, ai0, ai1, ai2, ai3, ai4, ai5;
        long ai6, ai7, ai8, ai9, aj0, aj1, aj2, aj3, aj4, aj5, aj6, aj7, aj8, aj9, ak0, ak1, ak2, ak3, ak4, ak5, ak6;
        long ak7, ak8, ak9, al0, al1, al2, al3, al4, al5, al6, al7, al8, al9, am0, am1, am2, am3, am4, am5, am6, am7;
        long am8, am9, an0, an1, an2, an3, an4, an5, an6, an7, an8, an9, ao0, ao1, ao2, ao3, ao4, ao5, ao6, ao7, ao8;
        long ao9, ap0, ap1, ap2, ap3, ap4, ap5, ap6, ap7, ap8, ap9, aq0, aq1, aq2, aq3, aq4, aq5, aq6, aq7, aq8, aq9;
        long ar0, ar1, ar2, ar3, ar4, ar5, ar6, ar7, ar8, ar9, as0, as1, as2, as3, as4, as5, as6, as7, as8, as9, at0;
        long at1, at2, at3, at4, at5, at6, at7, at8, at9, au0, au1, au2, au3, au4, au5, au6, au7, au8, au9, av0, av1;
        long av2, av3, av4, av5, av6, av7, av8, av9, aw0, aw1, aw2, aw3, aw4, aw5, aw6, aw7, aw8, aw9, ax0, ax1, ax2;
        long ax3, ax4, ax5, ax6, ax7, ax8, ax9, ay0, ay1, ay2, ay3, ay4, ay5, ay6, ay7, ay8, ay9, az0, az1, az2, az3;
        long az4, az5, az6, az7, az8, az9, ba0, ba1, ba2, ba3, ba4, ba5, ba6, ba7, ba8, ba9, bb0, bb1, bb2, bb3, bb4;
        long bb5, bb6, bb7, bb8, bb9, bc0, bc1, bc2, bc3, bc4, bc5, bc6, bc7, bc8, bc9, bd0, bd1, bd2, bd3, bd4, bd5;
        long bd6, bd7, bd8, bd9, be0, be1, be2, be3, be4, be5, be6, be7, be8, be9, bf0, bf1, bf2, bf3, bf4, bf5, bf6;
        long bf7, bf8, bf9, bg0, bg1, bg2, bg3, bg4, bg5, bg6, bg7, bg8, bg9, bh0, bh1, bh2, bh3, bh4, bh5, bh6, bh7;
        long bh8, bh9, bi0, bi1, bi2, bi3, bi4, bi5;
        if (ZERO[0] != 0) {
            throw new AssertionError(ZERO[0]);
        }
    }

    /**
     * Makes sure of 64 KiB: for what makes tables and writes files.
     *
     * @throws StackOverflowError if there is less
     */
    @SuppressWarnings({"MultiVariableDeclaration", "UnusedVariable"})
    public static void checkChange() {
        long aa, ab, ac, ad, ae, af, ag, ah, ai, aj, ak, al, am, an, ao, ap, aq, ar, as, at, au, av, aw, ax, ay, az, a0;
        long a1, a2, a3, a4, a5, a6, a7, a8, a9, ba, bb, bc, bd, be, bf, bg, bh, bi, bj, bk, bl, bm, bn, bo, bp, bq, br;
        long bs, bt, bu, bv, bw, bx, by, bz, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, ca, cb, cc, cd, ce, cf, cg, ch, ci;
        long cj, ck, cl, cm, cn, co, cp, cq, cr, cs, ct, cu, cv, cw, cx, cy, cz, c0, c1, c2, c3, c4, c5, c6, c7, c8, c9;
        long da, db, dc, dd, de, df, dg, dh, di, dj, dk, dl, dm, dn, dp, dq, dr, ds, dt, du, dv, dw, dx, dy, dz, d0, d1;
        long d2, d3, d4, d5, d6, d7, d8, d9, ea, eb, ec, ed, ee, ef, eg, eh, ei, ej, ek, el, em, en, eo, ep, eq, er, es;
        long et, eu, ev, ew, ex, ey, ez, e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, fa, fb, fc, fd, fe, ff, fg, fh, fi, fj;
        long fk, fl, fm, fn, fo, fp, fq, fr, fs, ft, fu, fv, fw, fx, fy, fz, f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, ga;
        long gb, gc, gd, ge, gf, gg, gh, gi, gj, gk, gl, gm, gn, go, gp, gq, gr, gs, gt, gu, gv, gw, gx, gy, gz, g0, g1;
        long g2, g3, g4, g5, g6, g7, g8, g9, ha, hb, hc, hd, he, hf, hg, hh, hi, hj, hk, hl, hm, hn, ho, hp, hq, hr, hs;
        long ht, hu, hv, hw, hx, hy, hz, h0, h1, h2, h3, h4, h5, h6, h7, h8, h9, ia, ib, ic, id, ie, ig, ih, ii, ij, ik;
        long il, im, in, io, ip, iq, ir, is, it, iu, iv, iw, ix, iy, iz, i0, i1, i2, i3, i4, i5, i6, i7, i8, i9, ja, jb;
        long jc, jd, je, jf, jg, jh, ji, jj, jk, jl, jm, jn, jo, jp, jq, jr, js, jt, ju, jv, jw, jx, jy, jz, j0, j1, j2;
        long j3, j4, j5, j6, j7, j8, j9, ka, kb, kc, kd, ke, kf, kg, kh, ki, kj, kk, kl, km, kn, ko, kp, kq, kr, ks, kt;
        long ku, kv, kw, kx, ky, kz, k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, la, lb, lc, ld, le, lf, lg, lh, li, lj, lk;
        long ll, lm, ln, lo, lp, lq, lr, ls, lt, lu, lv, lw, lx, ly, lz, l0, l1, l2, l3, l4, l5, l6, l7, l8, l9, ma, mb;
        long mc, md, me, mf, mg, mh, mi, mj, mk, ml, mm, mn, mo, mp, mq, mr, ms, mt, mu, mv, mw, mx, my, mz, m0, m1, m2;
        long m3, m4, m5, m6, m7, m8, m9, na, nb, nc, nd, ne, nf, ng, nh, ni, nj, nk, nl, nm, nn, no, np, nq, nr, ns, nt;
        long nu, nv, nw, nx, ny, nz, n0, n1, n2, n3, n4, n5, n6, n7, n8, n9, oa, ob, oc, od, oe, of, og, oh, oi, oj, ok;
        long ol, om, on, oo, op, oq, or, os, ot, ou, ov, ow, ox, oy, oz, o0, o1, o2, o3, o4, o5, o6, o7, o8, o9, pa, pb;
        long pc, pd, pe, pf, pg, ph, pi, pj, pk, pl, pm, pn, po, pp, pq, pr, ps, pt, pu, pv, pw, px, py, pz, p0, p1, p2;
        long p3, p4, p5, p6, p7, p8, p9, qa, qb, qc, qd, qe, qf, qg, qh, qi, qj, qk, ql, qm, qn, qo, qp, qq, qr, qs, qt;
        long qu, qv, qw, qx, qy, qz, q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, ra, rb, rc, rd, re, rf, rg, rh, ri, rj, rk;
        long rl, rm, rn, ro, rp, rq, rr, rs, rt, ru, rv, rw, rx, ry, rz, r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, sa, sb;
        long sc, sd, se, sf, sg, sh, si, sj, sk, sl, sm, sn, so, sp, sq, sr, ss, st, su, sv, sw, sx, sy, sz, s0, s1, s2;
        long s3, s4, s5, s6, s7, s8, s9, ta, tb, tc, td, te, tf, tg, th, ti, tj, tk, tl, tm, tn, to, tp, tq, tr, ts, tt;
        long tu, tv, tw, tx, ty, tz, t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, ua, ub, uc, ud, ue, uf, ug, uh, ui, uj, uk;
        long ul, um, un, uo, up, uq, ur, us, ut, uu, uv, uw, ux, uy, uz, u0, u1, u2, u3, u4, u5, u6, u7, u8, u9, va, vb;
        long vc, vd, ve, vf, vg, vh, vi, vj, vk, vl, vm, vn, vo, vp, vq, vr, vs, vt, vu, vv, vw, vx, vy, vz, v0, v1, v2;
        long v3, v4, v5, v6, v7, v8, v9, wa, wb, wc, wd, we, wf, wg, wh, wi, wj, wk, wl, wm, wn, wo, wp, wq, wr, ws, wt;
        long wu, wv, ww, wx, wy, wz, w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, xa, xb, xc, xd, xe, xf, xg, xh, xi, xj, xk;
        long xl, xm, xn, xo, xp, xq, xr, xs, xt, xu, xv, xw, xx, xy, xz, x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, ya, yb;
        long yc, yd, ye, yf, yg, yh, yi, yj, yk, yl, ym, yn, yo, yp, yq, yr, ys, yt, yu, yv, yw, yx, yy, yz, y0, y1, y2;
        long y3, y4, y5, y6, y7, y8, y9, za, zb, zc, zd, ze, zf, zg, zh, zi, zj, zk, zl, zm, zn, zo, zp, zq, zr, zs, zt;
        long zu, zv, zw, zx, zy, zz, z0, z1, z2, z3, z4, z5, z6, z7, z8, z9, aa0, aa1, aa2, aa3, aa4, aa5, aa6, aa7;
        long aa8, aa9, ab0, ab1, ab2, ab3, ab4, ab5, ab6, ab7, ab8, ab9, ac0, ac1, ac2, ac3, ac4, ac5, ac6, ac7, ac8;
        long ac9, ad0, ad1, ad2, ad3, ad4, ad5, ad6, ad7, ad8, ad9, ae0, ae1, ae2, ae3, ae4, ae5, ae6, ae7, ae8, ae9;
        long af0, af1, af2, af3, af4, af5, af6, af7, af8, af9, ag0, ag1, ag2, ag3, ag4, ag5, ag6, ag7, ag8, ag9, ah0;
        long ah1, ah2, ah3, ah4, ah5, ah6, ah7, ah8, ah9, ai0, ai1, ai2, ai3, ai4, ai5, ai6, ai7, ai8, ai9, aj0, aj1;
        long aj2, aj3, aj4, aj5, aj6, aj7, aj8, aj9, ak0, ak1, ak2, ak3, ak4, ak5, ak6, ak7, ak8, ak9, al0, al1, al2;
        long al3, al4, al5, al6, al7, al8, al9, am0, am1, am2, am3, am4, am5, am6, am7, am8, am9, an0, an1, an2, an3;
        long an4, an5, an6, an7, an8, an9, ao0, ao1, ao2, ao3, ao4, ao5, ao6, ao7, ao8, ao9, ap0, ap1, ap2, ap3, ap4;
        long ap5, ap6, ap7, ap8, ap9, aq0, aq1, aq2, aq3, aq4, aq5, aq6, aq7, aq8, aq9, ar0, ar1, ar2, ar3, ar4, ar5;
        long ar6, ar7, ar8, ar9, as0, as1, as2, as3, as4, as5, as6, as7, as8, as9, at0, at1, at2, at3, at4, at5, at6;
        long at7, at8, at9, au0, au1, au2, au3, au4, au5, au6, au7, au8, au9, av0, av1, av2, av3, av4, av5, av6, av7;
        long av8, av9, aw0, aw1, aw2, aw3, aw4, aw5, aw6, aw7, aw8, aw9, ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7, ax8;
        long ax9, ay0, ay1, ay2, ay3, ay4, ay5, ay6, ay7, ay8, ay9, az0, az1, az2, az3, az4, az5, az6, az7, az8, az9;
        long ba0, ba1, ba2, ba3, ba4, ba5, ba6, ba7, ba8, ba9, bb0, bb1, bb2, bb3, bb4, bb5, bb6, bb7, bb8, bb9, bc0;
        long bc1, bc2, bc3, bc4, bc5, bc6, bc7, bc8, bc9, bd0, bd1, bd2, bd3, bd4, bd5, bd6, bd7, bd8, bd9, be0, be1;
        long be2, be3, be4, be5, be6, be7, be8, be9, bf0, bf1, bf2, bf3, bf4, bf5, bf6, bf7, bf8, bf9, bg0, bg1, bg2;
        long bg3, bg4, bg5, bg6, bg7, bg8, bg9, bh0, bh1, bh2, bh3, bh4, bh5, bh6, bh7, bh8, bh9, bi0, bi1, bi2, bi3;
        long bi4, bi5, bi6, bi7, bi8, bi9, bj0, bj1, bj2, bj3, bj4, bj5, bj6, bj7, bj8, bj9, bk0, bk1, bk2, bk3, bk4;
        long bk5, bk6, bk7, bk8, bk9, bl0, bl1, bl2, bl3, bl4, bl5, bl6, bl7, bl8, bl9, bm0, bm1, bm2, bm3, bm4, bm5;
        long bm6, bm7, bm8, bm9, bn0, bn1, bn2, bn3, bn4, bn5, bn6, bn7, bn8, bn9, bo0, bo1, bo2, bo3, bo4, bo5, bo6;
        long bo7, bo8, bo9, bp0, bp1, bp2, bp3, bp4, bp5, bp6, bp7, bp8, bp9, bq0, bq1, bq2, bq3, bq4, bq5, bq6, bq7;
        long bq8, bq9, br0, br1, br2, br3, br4, br5, br6, br7, br8, br9, bs0, bs1, bs2, bs3, bs4, bs5, bs6, bs7, bs8;
        long bs9, bt0, bt1, bt2, bt3, bt4, bt5, bt6, bt7, bt8, bt9, bu0, bu1, bu2, bu3, bu4, bu5, bu6, bu7, bu8, bu9;
        long bv0, bv1, bv2, bv3, bv4, bv5, bv6, bv7, bv8, bv9, bw0, bw1, bw2, bw3, bw4, bw5, bw6, bw7, bw8, bw9, bx0;
        long bx1, bx2, bx3, bx4, bx5, bx6, bx7, bx8, bx9, by0, by1, by2, by3, by4, by5, by6, by7, by8, by9, bz0, bz1;
        long bz2, bz3, bz4, bz5, bz6, bz7, bz8, bz9, ca0, ca1, ca2, ca3, ca4, ca5, ca6, ca7, ca8, ca9, cb0, cb1, cb2;
        long cb3, cb4, cb5, cb6, cb7, cb8, cb9, cc0, cc1, cc2, cc3, cc4, cc5, cc6, cc7, cc8, cc9, cd0, cd1, cd2, cd3;
        long cd4, cd5, cd6, cd7, cd8, cd9, ce0, ce1, ce2, ce3, ce4, ce5, ce6, ce7, ce8, ce9, cf0, cf1, cf2, cf3, cf4;
        long cf5, cf6, cf7, cf8, cf9, cg0, cg1, cg2, cg3, cg4, cg5, cg6, cg7, cg8, cg9, ch0, ch1, ch2, ch3, ch4, ch5;
        long ch6, ch7, ch8, ch9, ci0, ci1, ci2, ci3, ci4, ci5, ci6, ci7, ci8, ci9, cj0, cj1, cj2, cj3, cj4, cj5, cj6;
        long cj7, cj8, cj9, ck0, ck1, ck2, ck3, ck4, ck5, ck6, ck7, ck8, ck9, cl0, cl1, cl2, cl3, cl4, cl5, cl6, cl7;
        long cl8, cl9, cm0, cm1, cm2, cm3, cm4, cm5, cm6, cm7, cm8, cm9, cn0, cn1, cn2, cn3, cn4, cn5, cn6, cn7, cn8;
        long cn9, co0, co1, co2, co3, co4, co5, co6, co7, co8, co9, cp0, cp1, cp2, cp3, cp4, cp5, cp6, cp7, cp8, cp9;
        long cq0, cq1, cq2, cq3, cq4, cq5, cq6, cq7, cq8, cq9, cr0, cr1, cr2, cr3, cr4, cr5, cr6, cr7, cr8, cr9, cs0;
        long cs1, cs2, cs3, cs4, cs5, cs6, cs7, cs8, cs9, ct0, ct1, ct2, ct3, ct4, ct5, ct6, ct7, ct8, ct9, cu0, cu1;
        long cu2, cu3, cu4, cu5, cu6, cu7, cu8, cu9, cv0, cv1, cv2, cv3, cv4, cv5, cv6, cv7, cv8, cv9, cw0, cw1, cw2;
        long cw3, cw4, cw5, cw6, cw7, cw8, cw9, cx0, cx1, cx2, cx3, cx4, cx5, cx6, cx7, cx8, cx9, cy0, cy1, cy2, cy3;
        long cy4, cy5, cy6, cy7, cy8, cy9, cz0, cz1, cz2, cz3, cz4, cz5, cz6, cz7, cz8, cz9, da0, da1, da2, da3, da4;
        long da5, da6, da7, da8, da9, db0, db1, db2, db3, db4, db5, db6, db7, db8, db9, dc0, dc1, dc2, dc3, dc4, dc5;
        long dc6, dc7, dc8, dc9, dd0, dd1, dd2, dd3, dd4, dd5, dd6, dd7, dd8, dd9, de0, de1, de2, de3, de4, de5, de6;
        long de7, de8, de9, df0, df1, df2, df3, df4, df5, df6, df7, df8, df9, dg0, dg1, dg2, dg3, dg4, dg5, dg6, dg7;
        long dg8, dg9, dh0, dh1, dh2, dh3, dh4, dh5, dh6, dh7, dh8, dh9, di0, di1, di2, di3, di4, di5, di6, di7, di8;
        long di9, dj0, dj1, dj2, dj3, dj4, dj5, dj6, dj7, dj8, dj9, dk0, dk1, dk2, dk3, dk4, dk5, dk6, dk7, dk8, dk9;
        long dl0, dl1, dl2, dl3, dl4, dl5, dl6, dl7, dl8, dl9, dm0, dm1, dm2, dm3, dm4, dm5, dm6, dm7, dm8, dm9, dn0;
        long dn1, dn2, dn3, dn4, dn5, dn6, dn7, dn8, dn9, do0, do1, do2, do3, do4, do5, do6, do7, do8, do9, dp0, dp1;
        long dp2, dp3, dp4, dp5, dp6, dp7, dp8, dp9, dq0, dq1, dq2, dq3, dq4, dq5, dq6, dq7, dq8, dq9, dr0, dr1, dr2;
        long dr3, dr4, dr5, dr6, dr7, dr8, dr9, ds0, ds1, ds2, ds3, ds4, ds5, ds6, ds7, ds8, ds9, dt0, dt1, dt2, dt3;
        long dt4, dt5, dt6, dt7, dt8, dt9, du0, du1, du2, du3, du4, du5, du6, du7, du8, du9, dv0, dv1, dv2, dv3, dv4;
        long dv5, dv6, dv7, dv8, dv9, dw0, dw1, dw2, dw3, dw4, dw5, dw6, dw7, dw8, dw9, dx0, dx1, dx2, dx3, dx4, dx5;
        long dx6, dx7, dx8, dx9, dy0, dy1, dy2, dy3, dy4, dy5, dy6, dy7, dy8, dy9, dz0, dz1, dz2, dz3, dz4, dz5, dz6;
        long dz7, dz8, dz9, ea0, ea1, ea2, ea3, ea4, ea5, ea6, ea7, ea8, ea9, eb0, eb1, eb2, eb3, eb4, eb5, eb6, eb7;
        long eb8, eb9, ec0, ec1, ec2, ec3, ec4, ec5, ec6, ec7, ec8, ec9, ed0, ed1, ed2, ed3, ed4, ed5, ed6, ed7, ed8;
        long ed9, ee0, ee1, ee2, ee3, ee4, ee5, ee6, ee7, ee8, ee9, ef0, ef1, ef2, ef3, ef4, ef5, ef6, ef7, ef8, ef9;
        long eg0, eg1, eg2, eg3, eg4, eg5, eg6, eg7, eg8, eg9, eh0, eh1, eh2, eh3, eh4, eh5, eh6, eh7, eh8, eh9, ei0;
        long ei1, ei2, ei3, ei4, ei5, ei6, ei7, ei8, ei9, ej0, ej1, ej2, ej3, ej4, ej5, ej6, ej7, ej8, ej9, ek0, ek1;
        long ek2, ek3, ek4, ek5, ek6, ek7, ek8, ek9, el0, el1, el2, el3, el4, el5, el6, el7, el8, el9, em0, em1, em2;
        long em3, em4, em5, em6, em7, em8, em9, en0, en1, en2, en3, en4, en5, en6, en7, en8, en9, eo0, eo1, eo2, eo3;
        long eo4, eo5, eo6, eo7, eo8, eo9, ep0, ep1, ep2, ep3, ep4, ep5, ep6, ep7, ep8, ep9, eq0, eq1, eq2, eq3, eq4;
        long eq5, eq6, eq7, eq8, eq9, er0, er1, er2, er3, er4, er5, er6, er7, er8, er9, es0, es1, es2, es3, es4, es5;
        long es6, es7, es8, es9, et0, et1, et2, et3, et4, et5, et6, et7, et8, et9, eu0, eu1, eu2, eu3, eu4, eu5, eu6;
        long eu7, eu8, eu9, ev0, ev1, ev2, ev3, ev4, ev5, ev6, ev7, ev8, ev9, ew0, ew1, ew2, ew3, ew4, ew5, ew6, ew7;
        long ew8, ew9, ex0, ex1, ex2, ex3, ex4, ex5, ex6, ex7, ex8, ex9, ey0, ey1, ey2, ey3, ey4, ey5, ey6, ey7, ey8;
        long ey9, ez0, ez1, ez2, ez3, ez4, ez5, ez6, ez7, ez8, ez9, fa0, fa1, fa2, fa3, fa4, fa5, fa6, fa7, fa8, fa9;
        long fb0, fb1, fb2, fb3, fb4, fb5, fb6, fb7, fb8, fb9, fc0, fc1, fc2, fc3, fc4, fc5, fc6, fc7, fc8, fc9, fd0;
        long fd1, fd2, fd3, fd4, fd5, fd6, fd7, fd8, fd9, fe0, fe1, fe2, fe3, fe4, fe5, fe6, fe7, fe8, fe9, ff0, ff1;
        long ff2, ff3, ff4, ff5, ff6, ff7, ff8, ff9, fg0, fg1, fg2, fg3, fg4, fg5, fg6, fg7, fg8, fg9, fh0, fh1, fh2;
        long fh3, fh4, fh5, fh6, fh7, fh8, fh9, fi0, fi1, fi2, fi3, fi4, fi5, fi6, fi7, fi8, fi9, fj0, fj1, fj2, fj3;
        long fj4, fj5, fj6, fj7, fj8, fj9, fk0, fk1, fk2, fk3, fk4, fk5, fk6, fk7, fk8, fk9, fl0, fl1, fl2, fl3, fl4;
        long fl5, fl6, fl7, fl8, fl9, fm0, fm1, fm2, fm3, fm4, fm5, fm6, fm7, fm8, fm9, fn0, fn1, fn2, fn3, fn4, fn5;
        long fn6, fn7, fn8, fn9, fo0, fo1, fo2, fo3, fo4, fo5, fo6, fo7, fo8, fo9, fp0, fp1, fp2, fp3, fp4, fp5, fp6;
        long fp7, fp8, fp9, fq0, fq1, fq2, fq3, fq4, fq5, fq6, fq7, fq8, fq9, fr0, fr1, fr2, fr3, fr4, fr5, fr6, fr7;
        long fr8, fr9, fs0, fs1, fs2, fs3, fs4, fs5, fs6, fs7, fs8, fs9, ft0, ft1, ft2, ft3, ft4, ft5, ft6, ft7, ft8;
        long ft9, fu0, fu1, fu2, fu3, fu4, fu5, fu6, fu7, fu8, fu9, fv0, fv1, fv2, fv3, fv4, fv5, fv6, fv7, fv8, fv9;
        long fw0, fw1, fw2, fw3, fw4, fw5, fw6, fw7, fw8, fw9, fx0, fx1, fx2, fx3, fx4, fx5, fx6, fx7, fx8, fx9, fy0;
        long fy1, fy2, fy3, fy4, fy5, fy6, fy7, fy8, fy9, fz0, fz1, fz2, fz3, fz4, fz5, fz6, fz7, fz8, fz9, ga0, ga1;
        long ga2, ga3, ga4, ga5, ga6, ga7, ga8, ga9, gb0, gb1, gb2, gb3, gb4, gb5, gb6, gb7, gb8, gb9, gc0, gc1, gc2;
        long gc3, gc4, gc5, gc6, gc7, gc8, gc9, gd0, gd1, gd2, gd3, gd4, gd5, gd6, gd7, gd8, gd9, ge0, ge1, ge2, ge3;
        long ge4, ge5, ge6, ge7, ge8, ge9, gf0, gf1, gf2, gf3, gf4, gf5, gf6, gf7, gf8, gf9, gg0, gg1, gg2, gg3, gg4;
        long gg5, gg6, gg7, gg8, gg9, gh0, gh1, gh2, gh3, gh4, gh5, gh6, gh7, gh8, gh9, gi0, gi1, gi2, gi3, gi4, gi5;
        long gi6, gi7, gi8, gi9, gj0, gj1, gj2, gj3, gj4, gj5, gj6, gj7, gj8, gj9, gk0, gk1, gk2, gk3, gk4, gk5, gk6;
        long gk7, gk8, gk9, gl0, gl1, gl2, gl3, gl4, gl5, gl6, gl7, gl8, gl9, gm0, gm1, gm2, gm3, gm4, gm5, gm6, gm7;
        long gm8, gm9, gn0, gn1, gn2, gn3, gn4, gn5, gn6, gn7, gn8, gn9, go0, go1, go2, go3, go4, go5, go6, go7, go8;
        long go9, gp0, gp1, gp2, gp3, gp4, gp5, gp6, gp7, gp8, gp9, gq0, gq1, gq2, gq3, gq4, gq5, gq6, gq7, gq8, gq9;
        long gr0, gr1, gr2, gr3, gr4, gr5, gr6, gr7, gr8, gr9, gs0, gs1, gs2, gs3, gs4, gs5, gs6, gs7, gs8, gs9, gt0;
        long gt1, gt2, gt3, gt4, gt5, gt6, gt7, gt8, gt9, gu0, gu1, gu2, gu3, gu4, gu5, gu6, gu7, gu8, gu9, gv0, gv1;
        long gv2, gv3, gv4, gv5, gv6, gv7, gv8, gv9, gw0, gw1, gw2, gw3, gw4, gw5, gw6, gw7, gw8, gw9, gx0, gx1, gx2;
        long gx3, gx4, gx5, gx6, gx7, gx8, gx9, gy0, gy1, gy2, gy3, gy4, gy5, gy6, gy7, gy8, gy9, gz0, gz1, gz2, gz3;
        long gz4, gz5, gz6, gz7, gz8, gz9, ha0, ha1, ha2, ha3, ha4, ha5, ha6, ha7, ha8, ha9, hb0, hb1, hb2, hb3, hb4;
        long hb5, hb6, hb7, hb8, hb9, hc0, hc1, hc2, hc3, hc4, hc5, hc6, hc7, hc8, hc9, hd0, hd1, hd2, hd3, hd4, hd5;
        long hd6, hd7, hd8, hd9, he0, he1, he2, he3, he4, he5, he6, he7, he8, he9, hf0, hf1, hf2, hf3, hf4, hf5, hf6;
        long hf7, hf8, hf9, hg0, hg1, hg2, hg3, hg4, hg5, hg6, hg7, hg8, hg9, hh0, hh1, hh2, hh3, hh4, hh5, hh6, hh7;
        long hh8, hh9, hi0, hi1, hi2, hi3, hi4, hi5, hi6, hi7, hi8, hi9, hj0, hj1, hj2, hj3, hj4, hj5, hj6, hj7, hj8;
        long hj9, hk0, hk1, hk2, hk3, hk4, hk5, hk6, hk7, hk8, hk9, hl0, hl1, hl2, hl3, hl4, hl5, hl6, hl7, hl8, hl9;
        long hm0, hm1, hm2, hm3, hm4, hm5, hm6, hm7, hm8, hm9, hn0, hn1, hn2, hn3, hn4, hn5, hn6, hn7, hn8, hn9, ho0;
        long ho1, ho2, ho3, ho4, ho5, ho6, ho7, ho8, ho9, hp0, hp1, hp2, hp3, hp4, hp5, hp6, hp7, hp8, hp9, hq0, hq1;
        long hq2, hq3, hq4, hq5, hq6, hq7, hq8, hq9, hr0, hr1, hr2, hr3, hr4, hr5, hr6, hr7, hr8, hr9, hs0, hs1, hs2;
        long hs3, hs4, hs5, hs6, hs7, hs8, hs9, ht0, ht1, ht2, ht3, ht4, ht5, ht6, ht7, ht8, ht9, hu0, hu1, hu2, hu3;
        long hu4, hu5, hu6, hu7, hu8, hu9, hv0, hv1, hv2, hv3, hv4, hv5, hv6, hv7, hv8, hv9, hw0, hw1, hw2, hw3, hw4;
        long hw5, hw6, hw7, hw8, hw9, hx0, hx1, hx2, hx3, hx4, hx5, hx6, hx7, hx8, hx9, hy0, hy1, hy2, hy3, hy4, hy5;
        long hy6, hy7, hy8, hy9, hz0, hz1, hz2, hz3, hz4, hz5, hz6, hz7, hz8, hz9, ia0, ia1, ia2, ia3, ia4, ia5, ia6;
        long ia7, ia8, ia9, ib0, ib1, ib2, ib3, ib4, ib5, ib6, ib7, ib8, ib9, ic0, ic1, ic2, ic3, ic4, ic5, ic6, ic7;
        long ic8, ic9, id0, id1, id2, id3, id4, id5, id6, id7, id8, id9, ie0, ie1, ie2, ie3, ie4, ie5, ie6, ie7, ie8;
        long ie9, if0, if1, if2, if3, if4, if5, if6, if7, if8, if9, ig0, ig1, ig2, ig3, ig4, ig5, ig6, ig7, ig8, ig9;
        long ih0, ih1, ih2, ih3, ih4, ih5, ih6, ih7, ih8, ih9, ii0, ii1, ii2, ii3, ii4, ii5, ii6, ii7, ii8, ii9, ij0;
        long ij1, ij2, ij3, ij4, ij5, ij6, ij7, ij8, ij9, ik0, ik1, ik2, ik3, ik4, ik5, ik6, ik7, ik8, ik9, il0, il1;
        long il2, il3, il4, il5, il6, il7, il8, il9, im0, im1, im2, im3, im4, im5, im6, im7, im8, im9, in0, in1, in2;
        long in3, in4, in5, in6, in7, in8, in9, io0, io1, io2, io3, io4, io5, io6, io7, io8, io9, ip0, ip1, ip2, ip3;
        long ip4, ip5, ip6, ip7, ip8, ip9, iq0, iq1, iq2, iq3, iq4, iq5, iq6, iq7, iq8, iq9, ir0, ir1, ir2, ir3, ir4;
        long ir5, ir6, ir7, ir8, ir9, is0, is1, is2, is3, is4, is5, is6, is7, is8, is9, it0, it1, it2, it3, it4, it5;
        long it6, it7, it8, it9, iu0, iu1, iu2, iu3, iu4, iu5, iu6, iu7, iu8, iu9, iv0, iv1, iv2, iv3, iv4, iv5, iv6;
        long iv7, iv8, iv9, iw0, iw1, iw2, iw3, iw4, iw5, iw6, iw7, iw8, iw9, ix0, ix1, ix2, ix3, ix4, ix5, ix6, ix7;
        long ix8, ix9, iy0, iy1, iy2, iy3, iy4, iy5, iy6, iy7, iy8, iy9, iz0, iz1, iz2, iz3, iz4, iz5, iz6, iz7, iz8;
        long iz9, ja0, ja1, ja2, ja3, ja4, ja5, ja6, ja7, ja8, ja9, jb0, jb1, jb2, jb3, jb4, jb5, jb6, jb7, jb8, jb9;
        long jc0, jc1, jc2, jc3, jc4, jc5, jc6, jc7, jc8, jc9, jd0, jd1, jd2, jd3, jd4, jd5, jd6, jd7, jd8, jd9, je0;
        long je1, je2, je3, je4, je5, je6, je7, je8, je9, jf0, jf1, jf2, jf3, jf4, jf5, jf6, jf7, jf8, jf9, jg0, jg1;
        long jg2, jg3, jg4, jg5, jg6, jg7, jg8, jg9, jh0, jh1, jh2, jh3, jh4, jh5, jh6, jh7, jh8, jh9, ji0, ji1, ji2;
        long ji3, ji4, ji5, ji6, ji7, ji8, ji9, jj0, jj1, jj2, jj3, jj4, jj5, jj6, jj7, jj8, jj9, jk0, jk1, jk2, jk3;
        long jk4, jk5, jk6, jk7, jk8, jk9, jl0, jl1, jl2, jl3, jl4, jl5, jl6, jl7, jl8, jl9, jm0, jm1, jm2, jm3, jm4;
        long jm5, jm6, jm7, jm8, jm9, jn0, jn1, jn2, jn3, jn4, jn5, jn6, jn7, jn8, jn9, jo0, jo1, jo2, jo3, jo4, jo5;
        long jo6, jo7, jo8, jo9, jp0, jp1, jp2, jp3, jp4, jp5, jp6, jp7, jp8, jp9, jq0, jq1, jq2, jq3, jq4, jq5, jq6;
        long jq7, jq8, jq9, jr0, jr1, jr2, jr3, jr4, jr5, jr6, jr7, jr8, jr9, js0, js1, js2, js3, js4, js5, js6, js7;
        long js8, js9, jt0, jt1, jt2, jt3, jt4, jt5, jt6, jt7, jt8, jt9, ju0, ju1, ju2, ju3, ju4, ju5, ju6, ju7, ju8;
        long ju9, jv0, jv1, jv2, jv3, jv4, jv5, jv6, jv7, jv8, jv9, jw0, jw1, jw2, jw3, jw4, jw5, jw6, jw7, jw8, jw9;
        long jx0, jx1, jx2, jx3, jx4, jx5, jx6, jx7, jx8, jx9, jy0, jy1, jy2, jy3, jy4, jy5, jy6, jy7, jy8, jy9, jz0;
        long jz1, jz2, jz3, jz4, jz5, jz6, jz7, jz8, jz9, ka0, ka1, ka2, ka3, ka4, ka5, ka6, ka7, ka8, ka9, kb0, kb1;
        long kb2, kb3, kb4, kb5, kb6, kb7, kb8, kb9, kc0, kc1, kc2, kc3, kc4, kc5, kc6, kc7, kc8, kc9, kd0, kd1, kd2;
        long kd3, kd4, kd5, kd6, kd7, kd8, kd9, ke0, ke1, ke2, ke3, ke4, ke5, ke6, ke7, ke8, ke9, kf0, kf1, kf2, kf3;
        long kf4, kf5, kf6, kf7, kf8, kf9, kg0, kg1, kg2, kg3, kg4, kg5, kg6, kg7, kg8, kg9, kh0, kh1, kh2, kh3, kh4;
        long kh5, kh6, kh7, kh8, kh9, ki0, ki1, ki2, ki3, ki4, ki5, ki6, ki7, ki8, ki9, kj0, kj1, kj2, kj3, kj4, kj5;
        long kj6, kj7, kj8, kj9, kk0, kk1, kk2, kk3, kk4, kk5, kk6, kk7, kk8, kk9, kl0, kl1, kl2, kl3, kl4, kl5, kl6;
        long kl7, kl8, kl9, km0, km1, km2, km3, km4, km5, km6, km7, km8, km9, kn0, kn1, kn2, kn3, kn4, kn5, kn6, kn7;
        long kn8, kn9, ko0, ko1, ko2, ko3, ko4, ko5, ko6, ko7, ko8, ko9, kp0, kp1, kp2, kp3, kp4, kp5, kp6, kp7, kp8;
        long kp9, kq0, kq1, kq2, kq3, kq4, kq5, kq6, kq7, kq8, kq9, kr0, kr1, kr2, kr3, kr4, kr5, kr6, kr7, kr8, kr9;
        long ks0, ks1, ks2, ks3, ks4, ks5, ks6, ks7, ks8, ks9, kt0, kt1, kt2, kt3, kt4, kt5, kt6, kt7, kt8, kt9, ku0;
        long ku1, ku2, ku3, ku4, ku5, ku6, ku7, ku8, ku9, kv0, kv1, kv2, kv3, kv4, kv5, kv6, kv7, kv8, kv9, kw0, kw1;
        long kw2, kw3, kw4, kw5, kw6, kw7, kw8, kw9, kx0, kx1, kx2, kx3, kx4, kx5, kx6, kx7, kx8, kx9, ky0, ky1, ky2;
        long ky3, ky4, ky5, ky6, ky7, ky8, ky9, kz0, kz1, kz2, kz3, kz4, kz5, kz6, kz7, kz8, kz9, la0, la1, la2, la3;
        long la4, la5, la6, la7, la8, la9, lb0, lb1, lb2, lb3, lb4, lb5, lb6, lb7, lb8, lb9, lc0, lc1, lc2, lc3, lc4;
        long lc5, lc6, lc7, lc8, lc9, ld0, ld1, ld2, ld3, ld4, ld5, ld6, ld7, ld8, ld9, le0, le1, le2, le3, le4, le5;
        long le6, le7, le8, le9, lf0, lf1, lf2, lf3, lf4, lf5, lf6, lf7, lf8, lf9, lg0, lg1, lg2, lg3, lg4, lg5, lg6;
        long lg7, lg8, lg9, lh0, lh1, lh2, lh3, lh4, lh5, lh6, lh7, lh8, lh9, li0, li1, li2, li3, li4, li5, li6, li7;
        long li8, li9, lj0, lj1, lj2, lj3, lj4, lj5, lj6, lj7, lj8, lj9, lk0, lk1, lk2, lk3, lk4, lk5, lk6, lk7, lk8;
        long lk9, ll0, ll1, ll2, ll3, ll4, ll5, ll6, ll7, ll8, ll9, lm0, lm1, lm2, lm3, lm4, lm5, lm6, lm7, lm8, lm9;
        long ln0, ln1, ln2, ln3, ln4, ln5, ln6, ln7, ln8, ln9, lo0, lo1, lo2, lo3, lo4, lo5, lo6, lo7, lo8, lo9, lp0;
        long lp1, lp2, lp3, lp4, lp5, lp6, lp7, lp8, lp9, lq0, lq1, lq2, lq3, lq4, lq5, lq6, lq7, lq8, lq9, lr0, lr1;
        long lr2, lr3, lr4, lr5, lr6, lr7, lr8, lr9, ls0, ls1, ls2, ls3, ls4, ls5, ls6, ls7, ls8, ls9, lt0, lt1, lt2;
        long lt3, lt4, lt5, lt6, lt7, lt8, lt9, lu0, lu1, lu2, lu3, lu4, lu5, lu6, lu7, lu8, lu9, lv0, lv1, lv2, lv3;
        long lv4, lv5, lv6, lv7, lv8, lv9, lw0, lw1, lw2, lw3, lw4, lw5, lw6, lw7, lw8, lw9, lx0, lx1, lx2, lx3, lx4;
        long lx5, lx6, lx7, lx8, lx9, ly0, ly1, ly2, ly3, ly4, ly5, ly6, ly7, ly8, ly9, lz0, lz1, lz2, lz3, lz4, lz5;
        long lz6, lz7, lz8, lz9, ma0, ma1, ma2, ma3, ma4, ma5, ma6, ma7, ma8, ma9, mb0, mb1, mb2, mb3, mb4, mb5, mb6;
        long mb7, mb8, mb9, mc0, mc1, mc2, mc3, mc4, mc5, mc6, mc7, mc8, mc9, md0, md1, md2, md3, md4, md5, md6, md7;
        long md8, md9, me0, me1;
        if (ZERO[0] != 0) {
            throw new AssertionError(ZERO[0]);
        }
    }
}
