import { generateKeyPairSync, sign } from 'node:crypto';

const oid = (...bytes: number[]) => der(0x06, Buffer.from(bytes));
const ECDSA_WITH_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const COMMON_NAME = [0x55, 0x04, 0x03];

/** A certificate for the loopback address that nobody vouches for, and that ran out in 2021. */
export function expiredSelfSigned(): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid(...ECDSA_WITH_SHA256));
  const name = sequence(der(0x31, sequence(oid(...COMMON_NAME), der(0x0c, Buffer.from('127.0.0.1')))));
  const validity = sequence(time('200101000000Z'), time('210101000000Z'));
  const subjectKey = publicKey.export({ type: 'spki', format: 'der' });
  const serial = der(0x02, Buffer.from([1]));
  const body = sequence(serial, algorithm, name, validity, name, subjectKey);
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const certificate = sequence(body, algorithm, signature).toString('base64');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const time = (utc: string) => der(0x17, Buffer.from(utc));

function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}
