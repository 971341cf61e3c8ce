import { isLanguage } from '@claviger/contract/platform/languages'
import { days, later } from '#platform/clock.ts'
import { enterOnly, transact } from '#platform/db/transaction.ts'
import { dayIn } from '#platform/languages.ts'
import type { JobKind } from '#platform/jobs.ts'
import type { AppContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import type { MailAttachment, MailContent } from '#integrations/mail-template.ts'
import { ownersOf } from '#features/tenancy/administrators/administrators.ts'
import { ownWorkspaceRow } from '#features/tenancy/workspaces/workspaces.ts'
import { reportFiles } from './partner-report.ts'
import { newKeysToMail, type PartnerFigures, reportFigures } from '../partners/partners.news.ts'

const everywhere = {
  actor: { kind: 'operator', name: 'Claviger' },
  request: { id: 'partner-news', ip: '', userAgent: '' },
  everywhere: true,
} as const

const silent = { tables: ['partner_terms'], because: 'It only emails figures' } as const

/** Every ten minutes: emails partners the number of new security keys of customers for which they enabled it. */
export const mailNewKeys: JobKind = {
  name: 'partner-new-keys',
  cron: '*/10 * * * *',
  silent,
  async work(world) {
    const now = world.clock.now()
    const found = await transact(world, everywhere, ctx => newKeysToMail(ctx.db, now))
    await mailPartners(world, found, (say, customers) => ({
      subject: say('New security keys of your customers'),
      paragraphs: customers.map(({ name, keys }) =>
        say('{name}: {keys, plural, one {# new security key} other {# new security keys}}', { name, keys }),
      ),
    }))
  },
}

/** On the first day of each month: emails partners the figures of the customers for which they enabled the report. */
export const mailMonthlyReport: JobKind = {
  name: 'partner-monthly-report',
  cron: '10 5 1 * *',
  silent,
  async work(world) {
    const now = world.clock.now()
    const month = later(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)), -days(1))
    const found = await transact(world, everywhere, ctx => reportFigures(ctx.db))
    const files = new Map<string, MailAttachment[]>()
    for (const [partner, customers] of Map.groupBy(found, one => one.partner_id)) {
      const { name, language } = await transact(world, { ...everywhere, workspace: partner }, ownWorkspaceRow)
      const known = isLanguage(language) ? language : 'en'
      files.set(partner, await reportFiles({ partner: name, language: known, until: month, customers }))
    }
    await mailPartners(world, found, (say, customers, language) => ({
      attachments: files.get(customers[0]?.partner_id ?? '') ?? [],
      subject: say('Report of your customers until {day}', { day: dayIn(language, month) }),
      paragraphs: customers.map(({ name, users, keys, licenses }) =>
        say('{name}: {users} users, {keys} security keys, {licenses} licenses', { name, users, keys, licenses }),
      ),
    }))
  },
}

type Say = Parameters<Parameters<typeof mail>[2]>[0]
type Language = Parameters<Parameters<typeof mail>[2]>[1]

async function mailPartners(
  world: AppContext,
  found: readonly PartnerFigures[],
  write: (
    say: Say,
    of: readonly PartnerFigures[],
    language: Language,
  ) => Pick<MailContent, 'subject' | 'paragraphs' | 'attachments'>,
): Promise<void> {
  for (const [partner, customers] of Map.groupBy(found, one => one.partner_id))
    await transact(world, everywhere, async ctx => {
      await enterOnly(ctx, partner)
      for (const { name, email } of await ownersOf(ctx))
        if (email !== null)
          await mail(ctx, email, (say, language) => ({
            greeting: say('Hello {name},', { name }),
            ...write(say, customers, language),
            button: { label: say('Open customers'), href: `${ctx.config.publicUrl}/dashboard/partner/workspaces` },
            footer: say('You receive this email because you are an owner of this workspace.'),
          }))
    })
}
