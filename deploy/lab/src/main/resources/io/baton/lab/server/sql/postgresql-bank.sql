-- SmallBank's procedures for PostgreSQL. Rows that are changed are locked first, in the order of customers, so that no
-- two calls wait for each other; isolation is READ COMMITTED.
CREATE FUNCTION amalgamate(giver BIGINT, taker BIGINT) RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
  saved BIGINT;
  at_hand BIGINT;
BEGIN
  IF (SELECT count(*) FROM account WHERE customer IN (giver, taker)) <> 2 THEN
    RAISE EXCEPTION 'There is no account of % or %', giver, taker USING ERRCODE = '45000';
  END IF;
  SELECT balance INTO saved FROM savings WHERE customer = giver FOR UPDATE;
  PERFORM 1 FROM checking WHERE customer IN (giver, taker) ORDER BY customer FOR UPDATE;
  SELECT balance INTO at_hand FROM checking WHERE customer = giver;
  UPDATE savings SET balance = 0 WHERE customer = giver;
  UPDATE checking SET balance = 0 WHERE customer = giver;
  UPDATE checking SET balance = balance + saved + at_hand WHERE customer = taker;
  RETURN 0;
END $$;

CREATE FUNCTION balance(whose VARCHAR) RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
  total BIGINT;
BEGIN
  SELECT s.balance + c.balance INTO total FROM account a JOIN savings s ON s.customer = a.customer
    JOIN checking c ON c.customer = a.customer WHERE a.name = whose;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'There is no account of %', whose USING ERRCODE = '45000';
  END IF;
  RETURN total;
END $$;

CREATE FUNCTION deposit_checking(whose VARCHAR, cents BIGINT) RETURNS BIGINT LANGUAGE plpgsql AS $$
BEGIN
  UPDATE checking SET balance = balance + cents WHERE customer = (SELECT customer FROM account WHERE name = whose);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'There is no account of %', whose USING ERRCODE = '45000';
  END IF;
  RETURN cents;
END $$;

CREATE FUNCTION send_payment(giver BIGINT, taker BIGINT, cents BIGINT) RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
  at_hand BIGINT;
BEGIN
  IF (SELECT count(*) FROM account WHERE customer IN (giver, taker)) <> 2 THEN
    RAISE EXCEPTION 'There is no account of % or %', giver, taker USING ERRCODE = '45000';
  END IF;
  PERFORM 1 FROM checking WHERE customer IN (giver, taker) ORDER BY customer FOR UPDATE;
  SELECT balance INTO at_hand FROM checking WHERE customer = giver;
  IF at_hand < cents THEN
    RAISE EXCEPTION 'The checking account has not so much' USING ERRCODE = '45000';
  END IF;
  UPDATE checking SET balance = balance - cents WHERE customer = giver;
  UPDATE checking SET balance = balance + cents WHERE customer = taker;
  RETURN 0;
END $$;

CREATE FUNCTION transact_savings(whose VARCHAR, cents BIGINT) RETURNS BIGINT LANGUAGE plpgsql AS $$
BEGIN
  UPDATE savings SET balance = balance + cents
    WHERE customer = (SELECT customer FROM account WHERE name = whose) AND balance + cents >= 0;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'The savings account has not so much' USING ERRCODE = '45000';
  END IF;
  RETURN cents;
END $$;

CREATE FUNCTION write_check(whose VARCHAR, cents BIGINT) RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
  who BIGINT;
  saved BIGINT;
  at_hand BIGINT;
  taken BIGINT;
BEGIN
  SELECT a.customer, s.balance INTO who, saved FROM account a JOIN savings s ON s.customer = a.customer
    WHERE a.name = whose;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'There is no account of %', whose USING ERRCODE = '45000';
  END IF;
  SELECT balance INTO at_hand FROM checking WHERE customer = who FOR UPDATE;
  taken := CASE WHEN saved + at_hand < cents THEN cents + 100 ELSE cents END;
  UPDATE checking SET balance = balance - taken WHERE customer = who;
  RETURN -taken;
END $$;
