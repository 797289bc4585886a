import { TRPCError } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { handIn, readCertificate } from '#server/companies/certificates.ts';
import { readCompany } from '#server/companies/read-company.ts';
import type { App, SessionUser } from '#server/context.ts';
import { createContext } from '#server/create-context.ts';
import { AppError } from '#server/errors.ts';
import { LIMITS, limit } from '#server/http/rate-limits.ts';
import { mountUpload } from '#server/http/uploads.ts';
import { MAX_CERTIFICATE_MB } from '#shared/constants.ts';
import type { KeyScope } from '#shared/enumerations.ts';
import type { CertificateType } from '#shared/rules/certificates.ts';
import { canManageCompany } from '#shared/rules/permissions.ts';
import { idSchema } from '#shared/schemas/common.ts';
import { certificateFormSchema } from '#shared/schemas/companies.ts';

export const CERTIFICATES_PATH = '/api/v1/companies/{companyId}/certificates';
export const CERTIFICATE_SCOPES = { post: 'company:write', get: 'company:read' } as const;
const ROUTE = CERTIFICATES_PATH.replace(/\{(\w+)\}/, ':$1');

const ENDINGS: Record<CertificateType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/**
 * A company's certificates of exemption, in and out: for its Primary and staff. Everybody else gets what a company
 * gives that does not exist.
 */
export function mountCertificates(scope: FastifyInstance, parts: App): void {
  const { db } = parts;
  const reach = async (request: FastifyRequest, reply: FastifyReply, scope: KeyScope) => {
    const { user } = await createContext(parts, request, reply, { via: 'rest', scope });
    if (!user) throw new AppError('signed_out');
    const { companyId } = request.params as { companyId: string };
    if (!idSchema.safeParse(companyId).success) throw new AppError('not_found');
    if (!canManageCompany(user, companyId)) throw new AppError('not_found');
    return { user, companyId };
  };
  mountUpload<{ user: SessionUser; companyId: string }>(scope, ROUTE, {
    mostMegabytes: MAX_CERTIFICATE_MB,
    sender: async (request, reply) => {
      const sender = await reach(request, reply, CERTIFICATE_SCOPES.post);
      await limit(db, `certificate:${sender.user._id}`, LIMITS.certificate);
      return sender;
    },
    receive: async ({ user, companyId }, { form, ...file }) => {
      form.delete('file');
      const said = certificateFormSchema.safeParse(Object.fromEntries(form));
      if (!said.success) throw new TRPCError({ code: 'BAD_REQUEST', cause: said.error });
      await handIn(db, user, companyId, file, said.data);
      return readCompany(db, companyId, user);
    },
  });
  scope.get<{ Params: { id: string } }>(
    `${ROUTE}/:id`,
    { config: { data: true } },
    async (request, reply) => {
      const { companyId } = await reach(request, reply, CERTIFICATE_SCOPES.get);
      const _id = idSchema.safeParse(request.params.id);
      if (!_id.success) throw new AppError('not_found');
      const { content, contentType, day } = await readCertificate(db, { company: companyId, _id: _id.data });
      return reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="certificate-${day}.${ENDINGS[contentType]}"`)
        .type(contentType)
        .send(content);
    },
  );
}
