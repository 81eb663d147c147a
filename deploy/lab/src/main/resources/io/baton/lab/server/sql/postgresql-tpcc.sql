-- TPC-C's transactions for PostgreSQL. Within each district rows that are changed are locked in one order, so that no
-- two calls wait for each other: new orders, customers, districts, stock by warehouse and item, warehouses; isolation is READ
-- COMMITTED, but functions that only read are STABLE, so that all their queries see one moment.
CREATE FUNCTION new_order(home BIGINT, area BIGINT, buyer BIGINT, items INTEGER[], suppliers INTEGER[],
  quantities INTEGER[], now_millis BIGINT, OUT order_number BIGINT, OUT entered BIGINT, OUT last_name VARCHAR,
  OUT credit VARCHAR, OUT discount INTEGER, OUT home_tax INTEGER, OUT area_tax INTEGER, OUT total BIGINT,
  OUT names VARCHAR[], OUT prices INTEGER[], OUT stocks INTEGER[], OUT brands VARCHAR[]) LANGUAGE plpgsql AS $$
DECLARE
  n INTEGER := cardinality(items);
  line RECORD;
  infos VARCHAR[];
  remaining INTEGER;
  info VARCHAR;
  is_brand BOOLEAN;
  sum_of_lines BIGINT := 0;
BEGIN
  entered := now_millis;
  SELECT w_tax INTO home_tax FROM warehouse WHERE w_id = home;
  SELECT c_last, c_credit, c_discount INTO last_name, credit, discount FROM customer
    WHERE c_w_id = home AND c_d_id = area AND c_id = buyer;
  UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = home AND d_id = area
    RETURNING d_tax, d_next_o_id - 1 INTO area_tax, order_number;
  INSERT INTO orders (o_w_id, o_d_id, o_id, o_c_id, o_entry_d, o_carrier_id, o_ol_cnt, o_all_local)
    VALUES (home, area, order_number, buyer, now_millis, 0, n, CASE WHEN home = ALL (suppliers) THEN 1 ELSE 0 END);
  INSERT INTO new_order (no_w_id, no_d_id, no_o_id) VALUES (home, area, order_number);
  names := array_fill(NULL::VARCHAR, ARRAY[n]);
  prices := array_fill(NULL::INTEGER, ARRAY[n]);
  stocks := prices;
  brands := names;
  infos := names;
  FOR line IN SELECT l.number, l.item, l.supplier, l.quantity, i_price, i_name, i_data
    FROM unnest(items, suppliers, quantities) WITH ORDINALITY AS l(item, supplier, quantity, number)
    LEFT JOIN item ON i_id = l.item ORDER BY l.supplier, l.item, l.number
  LOOP
    IF line.i_price IS NULL THEN
      RAISE EXCEPTION 'Item number is not valid' USING ERRCODE = '45000';
    END IF;
    UPDATE stock SET
        s_quantity = CASE WHEN s_quantity - line.quantity >= 10 THEN s_quantity - line.quantity
          ELSE s_quantity - line.quantity + 91 END,
        s_ytd = s_ytd + line.quantity, s_order_cnt = s_order_cnt + 1,
        s_remote_cnt = s_remote_cnt + CASE WHEN line.supplier = home THEN 0 ELSE 1 END
      WHERE s_w_id = line.supplier AND s_i_id = line.item
      RETURNING s_quantity, CASE area WHEN 1 THEN s_dist_01 WHEN 2 THEN s_dist_02 WHEN 3 THEN s_dist_03
          WHEN 4 THEN s_dist_04 WHEN 5 THEN s_dist_05 WHEN 6 THEN s_dist_06 WHEN 7 THEN s_dist_07
          WHEN 8 THEN s_dist_08 WHEN 9 THEN s_dist_09 ELSE s_dist_10 END,
        line.i_data LIKE '%ORIGINAL%' AND s_data LIKE '%ORIGINAL%' INTO remaining, info, is_brand;
    names[line.number] := line.i_name;
    prices[line.number] := line.i_price;
    stocks[line.number] := remaining;
    brands[line.number] := CASE WHEN is_brand THEN 'B' ELSE 'G' END;
    infos[line.number] := info;
    sum_of_lines := sum_of_lines + line.i_price * line.quantity;
  END LOOP;
  INSERT INTO order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery_d, ol_quantity,
      ol_amount, ol_dist_info)
    SELECT home, area, order_number, l.number, l.item, l.supplier, 0, l.quantity, l.price * l.quantity, l.info
    FROM unnest(items, suppliers, quantities, prices, infos)
      WITH ORDINALITY AS l(item, supplier, quantity, price, info, number);
  total := (sum_of_lines * (10000 - discount) * (10000 + home_tax + area_tax) + 50000000) / 100000000;
END $$;

CREATE FUNCTION customer_number(home BIGINT, area BIGINT, given BIGINT, name VARCHAR) RETURNS INTEGER
  LANGUAGE plpgsql STABLE AS $$
DECLARE
  namesakes INTEGER[];
BEGIN
  IF given <> 0 THEN
    RETURN given;
  END IF;
  SELECT array_agg(c_id ORDER BY c_first, c_id) INTO namesakes FROM customer
    WHERE c_w_id = home AND c_d_id = area AND c_last = name;
  IF namesakes IS NULL THEN
    RAISE EXCEPTION 'No customer is named %', name USING ERRCODE = '45000';
  END IF;
  RETURN namesakes[(cardinality(namesakes) + 1) / 2];
END $$;

-- What most others wait for, the warehouse, is locked last.
CREATE FUNCTION payment(home BIGINT, area BIGINT, payer_home BIGINT, payer_area BIGINT, given BIGINT, name VARCHAR,
  amount BIGINT, history_id BIGINT, now_millis BIGINT, OUT paid BIGINT, OUT payer INTEGER, OUT balance BIGINT,
  OUT credit_limit BIGINT, OUT discount INTEGER, OUT since BIGINT, OUT customer_texts VARCHAR[],
  OUT customer_data VARCHAR, OUT area_texts VARCHAR[], OUT home_texts VARCHAR[]) LANGUAGE plpgsql AS $$
DECLARE
  credit VARCHAR;
  area_name VARCHAR;
  home_name VARCHAR;
BEGIN
  paid := now_millis;
  payer := customer_number(payer_home, payer_area, given, name);
  UPDATE customer SET c_balance = c_balance - amount, c_ytd_payment = c_ytd_payment + amount,
      c_payment_cnt = c_payment_cnt + 1,
      c_data = CASE c_credit WHEN 'BC' THEN left(concat_ws(' ', payer, payer_area, payer_home, area, home,
        (amount / 100) || '.' || lpad((amount % 100)::TEXT, 2, '0'), c_data), 500) ELSE c_data END
    WHERE c_w_id = payer_home AND c_d_id = payer_area AND c_id = payer
    RETURNING c_balance, c_credit_lim, c_discount, c_since, c_credit, ARRAY[c_first, c_middle, c_last, c_street_1,
        c_street_2, c_city, c_state, c_zip, c_phone, c_credit],
        CASE c_credit WHEN 'BC' THEN left(c_data, 200) ELSE '' END
      INTO balance, credit_limit, discount, since, credit, customer_texts, customer_data;
  UPDATE district SET d_ytd = d_ytd + amount WHERE d_w_id = home AND d_id = area
    RETURNING d_name, ARRAY[d_street_1, d_street_2, d_city, d_state, d_zip] INTO area_name, area_texts;
  -- Its name never changes.
  SELECT w_name INTO home_name FROM warehouse WHERE w_id = home;
  INSERT INTO history (h_w_id, h_d_id, h_id, h_c_w_id, h_c_d_id, h_c_id, h_amount, h_date, h_data)
    VALUES (home, area, history_id, payer_home, payer_area, payer, amount, now_millis,
      left(home_name || '    ' || area_name, 24));
  UPDATE warehouse SET w_ytd = w_ytd + amount WHERE w_id = home
    RETURNING ARRAY[w_street_1, w_street_2, w_city, w_state, w_zip] INTO home_texts;
END $$;

CREATE FUNCTION order_status(home BIGINT, area BIGINT, given BIGINT, name VARCHAR, OUT customer INTEGER,
  OUT balance BIGINT, OUT names VARCHAR[], OUT order_number INTEGER, OUT entered BIGINT, OUT carrier SMALLINT,
  OUT items INTEGER[], OUT suppliers SMALLINT[], OUT quantities SMALLINT[], OUT amounts BIGINT[], OUT dates BIGINT[])
  LANGUAGE plpgsql STABLE AS $$
BEGIN
  customer := customer_number(home, area, given, name);
  SELECT c_balance, ARRAY[c_first, c_middle, c_last] INTO balance, names FROM customer
    WHERE c_w_id = home AND c_d_id = area AND c_id = order_status.customer;
  SELECT o_id, o_entry_d, o_carrier_id INTO order_number, entered, carrier FROM orders
    WHERE o_w_id = home AND o_d_id = area AND o_c_id = order_status.customer ORDER BY o_id DESC LIMIT 1;
  SELECT array_agg(ol_i_id ORDER BY ol_number), array_agg(ol_supply_w_id ORDER BY ol_number),
      array_agg(ol_quantity ORDER BY ol_number), array_agg(ol_amount ORDER BY ol_number),
      array_agg(ol_delivery_d ORDER BY ol_number) INTO items, suppliers, quantities, amounts, dates
    FROM order_line WHERE ol_w_id = home AND ol_d_id = area AND ol_o_id = order_number;
END $$;

CREATE FUNCTION delivery(home BIGINT, carrier BIGINT, now_millis BIGINT, OUT delivered INTEGER[]) LANGUAGE plpgsql AS $$
DECLARE
  oldest INTEGER;
  buyer INTEGER;
  owed BIGINT;
BEGIN
  delivered := array_fill(0, ARRAY[10]);
  FOR area IN 1..10 LOOP
    -- Another delivery may have the oldest one, which is then gone when it has ended.
    LOOP
      SELECT no_o_id INTO oldest FROM new_order WHERE no_w_id = home AND no_d_id = area ORDER BY no_o_id LIMIT 1;
      EXIT WHEN NOT FOUND;
      DELETE FROM new_order WHERE no_w_id = home AND no_d_id = area AND no_o_id = oldest;
      EXIT WHEN FOUND;
    END LOOP;
    CONTINUE WHEN oldest IS NULL;
    UPDATE orders SET o_carrier_id = carrier WHERE o_w_id = home AND o_d_id = area AND o_id = oldest
      RETURNING o_c_id INTO buyer;
    WITH changed AS (UPDATE order_line SET ol_delivery_d = now_millis
        WHERE ol_w_id = home AND ol_d_id = area AND ol_o_id = oldest RETURNING ol_amount)
      SELECT sum(ol_amount) INTO owed FROM changed;
    UPDATE customer SET c_balance = c_balance + owed, c_delivery_cnt = c_delivery_cnt + 1
      WHERE c_w_id = home AND c_d_id = area AND c_id = buyer;
    delivered[area] := oldest;
  END LOOP;
END $$;

CREATE FUNCTION stock_level(home BIGINT, area BIGINT, threshold BIGINT) RETURNS BIGINT LANGUAGE plpgsql STABLE AS $$
DECLARE
  next BIGINT;
BEGIN
  SELECT d_next_o_id INTO next FROM district WHERE d_w_id = home AND d_id = area;
  RETURN (SELECT count(DISTINCT s_i_id) FROM order_line JOIN stock ON s_w_id = home AND s_i_id = ol_i_id
    WHERE ol_w_id = home AND ol_d_id = area AND ol_o_id >= next - 20 AND ol_o_id < next AND s_quantity < threshold);
END $$;
