/** Imported before a server: its messages to phones go to a service of the test, whose certificate and port the environment names. */
import { browserServices } from '#server/features/administration/web-push/sending/push-reach.ts';
import { reachOfTest } from '#tests/support/reach-of-test.ts';

const { CLUBLENS_TEST_PUSH_PORT: port, CLUBLENS_TEST_PUSH_CERTIFICATE: certificate } = process.env;
if (port && certificate) Object.assign(browserServices, reachOfTest(Number(port), certificate));
