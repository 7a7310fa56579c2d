const NODE = `import { createHmac, timingSafeEqual } from 'node:crypto';

/** body: the bytes as they came, before any JSON.parse. secret: whsec_… */
function isAuthentic(headers, body, secret) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'];
  if (!id || !timestamp || !signatures) return false;
  // Recorded requests are refused: five minutes either way. Written so that no number at all fails, too.
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;

  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\`).update(body).digest();
  // Two of them while the secret is being rotated.
  return signatures.split(' ').some((each) => {
    const [version, signature = ''] = each.split(',');
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}`;

/** How a receiver tells that a request is from this service: Standard Webhooks, without a library. */
export const SIGNATURE_CHECKS = [
  {
    language: 'Node.js',
    code: NODE,
  },
  {
    language: 'Python',
    code: `import base64
import hashlib
import hmac
import time


def is_authentic(headers, body: bytes, secret: str) -> bool:
    """body: the bytes as they came, before any json.loads. secret: whsec_…"""
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    # Recorded requests are refused: five minutes either way.
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        return False

    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    # Two of them while the secret is being rotated.
    signatures = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(expected, each) for each in signatures)`,
  },
  {
    language: 'Java',
    code: `import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class Webhooks {
    /** body: the bytes as they came, before they are parsed. secret: whsec_… */
    static boolean isAuthentic(String id, String timestamp, String signatures, byte[] body, String secret)
            throws GeneralSecurityException {
        if (id == null || timestamp == null || signatures == null) return false;
        // Recorded requests are refused: five minutes either way.
        if (!timestamp.matches("[0-9]{1,12}")) return false;
        if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(timestamp)) > 300) return false;

        byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        String expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        // Two of them while the secret is being rotated.
        for (String each : signatures.split(" ")) {
            byte[] given = each.getBytes(StandardCharsets.UTF_8);
            if (MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given)) return true;
        }
        return false;
    }
}`,
  },
] as const;

/** The same delivery by curl, signed anew with the secret of the environment. */
export function deliverySnippet(url: string, eventId: string, body: string): string {
  return [
    `BODY=${quoted(body)}`,
    `ID=${quoted(eventId)}`,
    'TIMESTAMP=$(date +%s)',
    // The key as hex: it may have any bytes in it.
    `KEY=$(printf %s "\${SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')`,
    `SIGNATURE=$(printf %s "$ID.$TIMESTAMP.$BODY" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | openssl base64 -A)`,
    [
      `curl -i -X POST ${quoted(url)}`,
      "-H 'Content-Type: application/json'",
      '-H "webhook-id: $ID"',
      '-H "webhook-timestamp: $TIMESTAMP"',
      '-H "webhook-signature: v1,$SIGNATURE"',
      '--data-binary "$BODY"',
    ].join(' \\\n  '),
  ].join('\n');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
