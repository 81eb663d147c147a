package io.baton.fabric;

/**
 * Makes sure that there is stack left for steps that must not end in the middle: a StackOverflowError comes from here,
 * before anything is changed, or not at all.
 *
 * <p>A method throws that error when it is entered, if its frame does not fit. The frames of these methods are as large
 * as what is asked for, because of unused variables; they are gone when the steps begin. The interpreter
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
}
