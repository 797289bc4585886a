import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fetchPicture,
  isPublicAddress,
  MAX_PICTURE_BYTES,
  PictureError,
  renderSizes,
  sniffPicture,
} from '#server/integrations/remote-pictures.ts';

const solid = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#b08d57' } });

let png: Buffer;
let server: Server;
let base: string;
const served: string[] = [];

const pages: Record<string, RequestListener> = {
  '/knob.png': (_request, response) => response.end(png),
  '/moved': (_request, response) => response.writeHead(302, { location: '/knob.png' }).end(),
  '/circle': (_request, response) => response.writeHead(302, { location: '/circle' }).end(),
  '/to-metadata': (_request, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  '/to-v6': (_request, response) =>
    response.writeHead(301, { location: base.replace('127.0.0.1', '[::1]') }).end(),
  '/to-name': (_request, response) =>
    response.writeHead(307, { location: `${base.replace('127.0.0.1', 'localhost')}/knob.png` }).end(),
  '/to-file': (_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/page': (_request, response) =>
    response.setHeader('content-type', 'image/png').end('<html><script>'.padEnd(64)),
  '/svg': (_request, response) => response.end('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'),
  '/declared-large': (_request, response) =>
    response.writeHead(200, { 'content-length': MAX_PICTURE_BYTES + 1 }).write(png),
  '/endless': (_request, response) => {
    response.write(png);
    const more = Buffer.alloc(256 * 1024);
    const write = () => {
      while (!response.destroyed && response.write(more));
      if (!response.destroyed) response.once('drain', write);
    };
    write();
  },
  '/stalled': (_request, response) => response.writeHead(200).write(png.subarray(0, 20)),
  '/silent': () => {},
  '/broken': (_request, response) => response.writeHead(503).end(),
};

beforeAll(async () => {
  png = await solid(1200, 900).png().toBuffer();
  server = createServer((request, response) => {
    served.push(String(request.url));
    const page = pages[String(request.url)];
    if (page) page(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise(resolve => server.close(resolve));
});

const ownServer = { mayReach: (address: string) => address === '127.0.0.1', deadlineMs: 5000 };

const failureOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    error => error,
  );
  expect(error).toBeInstanceOf(PictureError);
  return error as PictureError;
};

describe('fetching', () => {
  it('brings a picture, through a redirect too', async () => {
    expect(await fetchPicture(`${base}/knob.png`, ownServer)).toEqual({ content: png, type: 'png' });
    expect(await fetchPicture(`${base}/moved`, ownServer)).toEqual({ content: png, type: 'png' });
  });

  it.each([
    'file:///etc/passwd',
    'ftp://example.com/a.png',
    'data:image/png;base64,AA',
    'javascript:1',
    'knob.png',
    '',
  ])('refuses the address %o', async url => {
    expect((await failureOf(fetchPicture(url, ownServer))).reason).toBe('address');
  });

  it('refuses an address that holds a login', async () => {
    expect((await failureOf(fetchPicture('http://user:pass@example.com/a.png'))).reason).toBe('address');
  });

  it('connects to no inner address, however it is written', async () => {
    const { port } = server.address() as AddressInfo;
    const asked = served.length;
    for (const host of [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '127.1',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::]',
    ]) {
      const error = await failureOf(fetchPicture(`http://${host}:${port}/knob.png`));
      expect([host, error.reason, error.retry]).toEqual([host, 'address', false]);
    }
    expect(served).toHaveLength(asked);
  });

  it.each(['/to-metadata', '/to-v6', '/to-file'])('follows no redirect inside (%s)', async path => {
    expect((await failureOf(fetchPicture(base + path, ownServer))).reason).toBe('address');
  });

  it('checks what a name of a redirect resolves to', async () => {
    const seen: string[] = [];
    const mayReach = (address: string) => {
      seen.push(address);
      return seen.length === 1;
    };
    expect((await failureOf(fetchPicture(`${base}/to-name`, { mayReach }))).reason).toBe('address');
    expect(seen.slice(1).every(address => address === '127.0.0.1' || address === '::1')).toBe(true);
    expect(seen.length).toBeGreaterThan(1);
  });

  it('takes nothing but pictures, whatever the server calls it', async () => {
    expect((await failureOf(fetchPicture(`${base}/page`, ownServer))).reason).toBe('not_a_picture');
    expect((await failureOf(fetchPicture(`${base}/svg`, ownServer))).reason).toBe('not_a_picture');
  });

  it.each(['/declared-large', '/endless'])('stops at the largest size (%s)', async path => {
    expect((await failureOf(fetchPicture(base + path, ownServer))).reason).toBe('too_large');
  });

  it.each(['/stalled', '/silent'])('waits no longer than the deadline (%s)', async path => {
    const error = await failureOf(fetchPicture(base + path, { ...ownServer, deadlineMs: 300 }));
    expect(error).toMatchObject({ reason: 'unreachable', retry: true, message: 'took too long' });
  });

  it('tells a failure that may pass from one that stays', async () => {
    expect(await failureOf(fetchPicture(`${base}/broken`, ownServer))).toMatchObject({ retry: true });
    expect(await failureOf(fetchPicture(`${base}/missing`, ownServer))).toMatchObject({ retry: false });
    expect(await failureOf(fetchPicture(`${base}/circle`, ownServer))).toMatchObject({
      message: 'redirects too often',
    });
  });
});

describe('addresses', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.0.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ])('%s is public', address => expect(isPublicAddress(address)).toBe(true));

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'knob',
    '',
  ])('%s is not', address => expect(isPublicAddress(address)).toBe(false));
});

describe('rendering', () => {
  it('makes three sizes that keep the proportions, named by content', async () => {
    const picture = await renderSizes(png);
    expect(picture).toMatchObject({ width: 800, height: 600 });
    expect(picture.path).toBe(`${picture.hash.slice(0, 2)}/${picture.hash.slice(2, 4)}/${picture.hash}`);
    const shapes = await Promise.all(picture.sizes.map(({ content }) => sharp(content).metadata()));
    expect(shapes.map(({ format, width, height }) => [format, width, height])).toEqual([
      ['webp', 160, 120],
      ['webp', 400, 300],
      ['webp', 800, 600],
    ]);
    expect((await renderSizes(Buffer.from(png))).hash).toBe(picture.hash);
    expect((await renderSizes(await solid(10, 10).png().toBuffer())).hash).not.toBe(picture.hash);
  });

  it('does not enlarge, turns as the camera was held and drops what hides in the file', async () => {
    const photo = await solid(300, 200)
      .withExif({ IFD0: { Copyright: 'canary' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(photo.includes('canary')).toBe(true);
    const picture = await renderSizes(photo);
    expect(picture).toMatchObject({ width: 200, height: 300 });
    for (const { content } of picture.sizes) {
      expect(content.includes('canary')).toBe(false);
      expect((await sharp(content).metadata()).exif).toBeUndefined();
    }
  });

  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('knows and takes %s', async format => {
    const file = await solid(40, 40).toFormat(format).toBuffer();
    expect(sniffPicture(file)).toBe(format);
    expect(await renderSizes(file)).toMatchObject({ width: 40, height: 40 });
  });

  it('refuses what is no picture, is cut short or would unfold into too many pixels', async () => {
    for (const file of [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), png.subarray(0, 60)]) {
      expect((await failureOf(renderSizes(file))).reason).toBe('not_a_picture');
    }
    // A small file whose header claims 20,000 pixels a side.
    const bomb = Buffer.from(png);
    bomb.writeUInt32BE(20_000, 16);
    bomb.writeUInt32BE(20_000, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    expect(await failureOf(renderSizes(bomb))).toMatchObject({
      reason: 'not_a_picture',
      message: expect.stringContaining('pixel limit'),
    });
    expect(sniffPicture(Buffer.alloc(0))).toBeNull();
  });
});
