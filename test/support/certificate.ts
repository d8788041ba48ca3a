import { generateKeyPairSync, sign } from 'node:crypto';

// A self-signed certificate for the loopback address, made with Node's own crypto: X.509 (RFC 5280) written as DER by hand, with
// an ECDSA key on P-256. Good for one test run; it is valid for a day and proves nothing.

/** Tags of DER, of those that a certificate needs. */
const Tag = { INTEGER: 0x02, BITS: 0x03, OCTETS: 0x04, OID: 0x06, UTF8: 0x0c, TIME: 0x17, SEQUENCE: 0x30, SET: 0x31, VERSION: 0xa0, EXTENSIONS: 0xa3, IP: 0x87 };

const ECDSA_WITH_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const COMMON_NAME = [0x55, 0x04, 0x03];
const SUBJECT_ALT_NAME = [0x55, 0x1d, 0x11];

const DAY = 24 * 3600 * 1000;

/** One element: its tag, its length, its content. */
function der(tag: number, ...content: (Buffer | number[])[]): Buffer {
    const body = Buffer.concat(content.map(part => Buffer.from(part)));
    // below 128 bytes the length is one byte, above it the number of its bytes comes first
    const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255];
    return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

/** A moment as UTCTime: two digits each of year, month, day, hour, minute and second, then Z. */
function utcTime(milliseconds: number): Buffer {
    const digits = new Date(milliseconds).toISOString().replace(/\D/g, '').slice(2, 14);
    return der(Tag.TIME, Buffer.from(`${digits}Z`));
}

/** A certificate for https on 127.0.0.1 and its key, both as PEM. */
export function makeLoopbackCertificate(): { cert: string; key: string } {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

    const algorithm = der(Tag.SEQUENCE, der(Tag.OID, ECDSA_WITH_SHA256));
    const name = der(Tag.SEQUENCE, der(Tag.SET, der(Tag.SEQUENCE, der(Tag.OID, COMMON_NAME), der(Tag.UTF8, Buffer.from('loopback')))));
    const validity = der(Tag.SEQUENCE, utcTime(Date.now() - DAY), utcTime(Date.now() + DAY));
    const address = der(Tag.OCTETS, der(Tag.SEQUENCE, der(Tag.IP, [127, 0, 0, 1])));
    const extensions = der(Tag.EXTENSIONS, der(Tag.SEQUENCE, der(Tag.SEQUENCE, der(Tag.OID, SUBJECT_ALT_NAME), address)));
    const version3 = der(Tag.VERSION, der(Tag.INTEGER, [2]));
    const serial = der(Tag.INTEGER, [1]);
    const content = der(Tag.SEQUENCE, version3, serial, algorithm, name, validity, name, publicKey.export({ type: 'spki', format: 'der' }), extensions);

    // the first byte of a bit string counts its unused bits
    const certificate = der(Tag.SEQUENCE, content, algorithm, der(Tag.BITS, [0], sign('sha256', content, privateKey)));
    const base64 = certificate.toString('base64').replace(/.{1,64}/g, '$&\n');
    return {
        cert: `-----BEGIN CERTIFICATE-----\n${base64}-----END CERTIFICATE-----\n`,
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    };
}
