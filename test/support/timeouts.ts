/** For suites that start databases and servers on a slow machine. No test relies on it. */
jest.setTimeout(60_000);
