/** For suites that start databases and servers, or run beside those that do, on a slow machine. No test relies on it. */
jest.setTimeout(60_000);
