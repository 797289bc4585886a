import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, fieldError } from '#server/errors.ts';

interface UploadDoor<Sender> {
  mostMegabytes: number;
  /** Tells who sends, and whether they may: asked before a byte of what they send is read. */
  sender: (request: FastifyRequest, reply: FastifyReply) => Promise<Sender>;
  /** Handles the file; its answer is what the sender gets. */
  receive: (sender: Sender, upload: { content: Buffer; name: string; form: FormData }) => Promise<object>;
}

/** The bytes that a form may put around its file. */
const FRAME_BYTES = 16 * 1024;

/** One file, sent as `file` of a form (multipart) with a POST. `scope` takes nothing else from then on. */
export function mountUpload<Sender>(
  scope: FastifyInstance,
  path: string,
  { mostMegabytes, sender, receive }: UploadDoor<Sender>,
): void {
  const mostBytes = mostMegabytes * 1024 * 1024;
  const bodyLimit = mostBytes + FRAME_BYTES;
  const senders = new WeakMap<FastifyRequest, Sender>();
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit },
    async (_request: FastifyRequest, body: Buffer) => body,
  );
  scope.post(
    path,
    {
      config: { data: true },
      bodyLimit,
      onRequest: async (request, reply) => {
        const type = request.headers['content-type'] ?? '';
        if (!/^multipart\/form-data\b/i.test(type)) throw new AppError('wrong_type');
        senders.set(request, await sender(request, reply));
      },
    },
    async (request, reply) => {
      const form = await formOf(request);
      const file = form.get('file');
      if (!file || typeof file === 'string' || file.size === 0) throw fieldError('file', 'is required');
      if (file.size > mostBytes) throw fieldError('file', `is larger than ${mostMegabytes} MB`);
      const content = Buffer.from(await file.arrayBuffer());
      const answer = await receive(senders.get(request) as Sender, { content, name: file.name, form });
      return reply.header('cache-control', 'no-store').send(answer);
    },
  );
}

// Node reads the form.
async function formOf({ body, headers }: FastifyRequest): Promise<FormData> {
  const type = headers['content-type'] ?? '';
  return new Response(body as Buffer<ArrayBuffer>, { headers: { 'content-type': type } })
    .formData()
    .catch(cause => {
      throw new AppError('malformed', { cause });
    });
}
