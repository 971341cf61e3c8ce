import type { account } from '@claviger/contract/access/account'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { workspaceStatus } from '@claviger/contract/tenancy/workspaces'
import { sendTogether } from '#platform/db/pipeline.ts'
import { administratorOf, workspaceOf } from '#platform/db/transaction.ts'
import { type Translate, sayTo, shortDayIn } from '#platform/languages.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { moneyIn } from '#features/billing/bills/bills.money.ts'
import { oldestOverdue } from '#features/billing/bills/bills.ts'
import { silentConnections } from '#features/directories/connections/connections.ts'
import { findWaitingRun } from '#features/automation/workflows/workflows.use.ts'
import { findLeaverWithRole } from '#features/directories/links/links.leavers.ts'
import { listWaitingSuspensions } from '#features/directories/scim/scim.waiting.ts'
import { listWaitingSyncs } from '#features/directories/syncs/syncs.waiting.ts'
import { newestOpen, newestWaiting } from '../support-access/support-access.ts'
import { deletionState } from '../workspace-deletion/workspace-deletion.ts'
import { maintenanceOf } from '#platform/entrance/installation-state.ts'
import { findCurrentAnnouncements } from '#features/tenancy/announcements/announcements.ts'
import { findProgress, findState } from './account.store.ts'
import { selfOf } from './account.ts'

type Ribbon = OutputOf<typeof account.ribbon.reply>
type Notice = Ribbon['notices'][number]

const levels: readonly Notice['level'][] = ['error', 'warning', 'info']
const mostNotices = 50
const warnDays = 14
const keysOfAnOwner = 2

export async function ribbonOf(ctx: TransactionContext): Promise<Ribbon> {
  const { status, trial_end_date: trialEnd } = await findState(ctx.db)
  const actor = administratorOf(ctx)
  const ofOwner = actor.kind === 'user' && actor.workspaceRole === workspaceRoles.owner
  const { deletion } = status === workspaceStatus.disabled ? await deletionState(ctx) : { deletion: null }
  const say = sayTo(ctx)
  const dayOf = (at: Date) => shortDayIn(ctx.request.language ?? 'en', at)
  const notices = [
    maintenanceNotice(say, maintenanceOf(ctx)),
    deletion ? deletionNotice(say, dayOf(new Date(deletion.endsAt))) : statusNotice(say, status),
    ...(ctx.config.billing ? await billingNotices(ctx, say, dayOf, trialEnd) : []),
    ...(ofOwner ? await directoryNotices(ctx, say) : []),
    ...(ofOwner ? await supportNotices(ctx, say) : []),
    ...(await findCurrentAnnouncements(ctx.db, ctx.request.language ?? 'en', ctx.clock.now())).map(announcementNotice),
    ofOwner ? workflowNotice(say, await findWaitingRun(ctx)) : undefined,
    ofOwner ? keyNotice(say, await passkeysOfCaller(ctx)) : undefined,
  ]
  const grave = (notice: Notice) => levels.indexOf(notice.level)
  return {
    notices: notices
      .filter(notice => notice !== undefined)
      .toSorted((one, other) => grave(one) - grave(other))
      .slice(0, mostNotices),
  }
}

function maintenanceNotice(say: Translate, of: { message: string } | null): Notice | undefined {
  if (!of) return undefined
  const text = say('Maintenance: you can look, but not change anything.')
  return { id: 'maintenance', level: 'warning', text: of.message === '' ? text : `${text} ${of.message}`, action: null }
}

function statusNotice(say: Translate, status: number): Notice | undefined {
  if (status === workspaceStatus.disabled) {
    const text = say('This workspace is disabled. Only its owners can sign in.')
    return { id: 'disabled', level: 'error', text, action: null }
  }
  if (status === workspaceStatus.warning) {
    const text = say('This workspace needs your attention. Otherwise, it will be disabled.')
    return { id: 'warning', level: 'warning', text, action: null }
  }
  return undefined
}

const announcementNotice = ({ id, text, level }: { id: string; text: string; level: Notice['level'] }): Notice => ({
  id: `announcement:${id}`,
  level,
  text,
  action: null,
})

async function supportNotices(ctx: TransactionContext, say: Translate): Promise<(Notice | undefined)[]> {
  const [asks, open] = await sendTogether(
    newestWaiting(ctx.db, workspaceOf(ctx), ctx.clock.now()),
    newestOpen(ctx.db, workspaceOf(ctx), ctx.clock.now()),
  )
  const href = '/dashboard/workspace/support'
  return [
    asks && {
      id: `support:${asks.id}`,
      level: 'warning',
      text: say('{by} asks for support access to this workspace.', { by: asks.super_name }),
      action: { label: say('Allow or deny'), href },
    },
    open && {
      id: `support-open:${open.id}`,
      level: 'info',
      text: say('{by} has support access to this workspace.', { by: open.super_name }),
      action: { label: say('View support access'), href },
    },
  ]
}

function deletionNotice(say: Translate, day: string): Notice {
  const text = say('This workspace will be deleted on {day}. Only its owners can sign in.', { day })
  return { id: 'deletion', level: 'error', text, action: { label: say('Open settings'), href: '/dashboard/workspace' } }
}

async function billingNotices(
  ctx: TransactionContext,
  say: Translate,
  dayOf: (at: Date) => string,
  trialEnd: string | null,
): Promise<(Notice | undefined)[]> {
  const may = administratorOf(ctx).permissions.has('billing.read')
  const action = may ? { label: say('Open billing'), href: '/dashboard/billing/status' } : null
  const trial = trialEnd === null ? undefined : trialNotice(say, dayOf, trialEnd, ctx.clock.now())
  const bill = may ? await oldestOverdue(ctx) : undefined
  if (!bill) return [trial && { ...trial, action }]
  const amount = moneyIn(ctx.request.language ?? 'en', bill.open, bill.currency)
  const text = say('Invoice {number} is overdue: {amount} have not been paid since {day}. Sign-ins are not affected.', {
    number: bill.number,
    amount,
    day: dayOf(bill.due),
  })
  return [trial && { ...trial, action }, { id: `overdue:${bill.number}`, level: 'error', text, action }]
}

function trialNotice(say: Translate, dayOf: (at: Date) => string, end: string, now: Date): Notice | undefined {
  const lastMoment = new Date(`${end}T23:59:59Z`)
  const left = Math.floor((lastMoment.getTime() - now.getTime()) / 86_400_000)
  if (left > warnDays) return undefined
  const day = dayOf(lastMoment)
  if (left < 0) return { id: 'trial', level: 'error', text: say('Your trial ended on {day}.', { day }), action: null }
  const text = say(
    'Your trial ends {left, plural, =0 {today} =1 {tomorrow} one {in # day, on {day}} other {in # days, on {day}}}.',
    { left, day },
  )
  return { id: 'trial', level: 'warning', text, action: null }
}

async function directoryNotices(ctx: TransactionContext, say: Translate): Promise<(Notice | undefined)[]> {
  const [left, held, runs, silent] = await sendTogether(
    findLeaverWithRole(ctx),
    listWaitingSuspensions(ctx),
    listWaitingSyncs(ctx),
    silentConnections(ctx),
  )
  return [
    ...silent.map(({ id, name, since }): Notice => ({
      id: `silent:${id}:${since.toISOString()}`,
      level: 'error',
      text: say("The directory “{directory}” can't be read since {day}. Users who left since then can still sign in.", {
        directory: name,
        day: shortDayIn(ctx.request.language ?? 'en', since),
      }),
      action: { label: say('Open directories'), href: '/dashboard/sync' },
    })),
    left && {
      id: `leaver:${left.id}:${left.n}`,
      level: 'error',
      text:
        left.n === 1
          ? say('{person} was removed from the directory but still has a role here.', { person: left.name })
          : say(
              '{person} and {count, plural, one {# other administrator} other {# other administrators}} were removed from the directory but can still sign in.',
              { person: left.name, count: left.n - 1 },
            ),
      action: { label: say('View account'), href: `/dashboard/users/${left.id}` },
    },
    held && {
      id: `scim:${held.name}`,
      level: 'warning',
      text: say(
        'The directory “{directory}” wants to suspend more users than allowed: {count, plural, one {# request needs} other {# requests need}} your approval.',
        { directory: held.name, count: held.held },
      ),
      action: { label: say('View requests'), href: '/dashboard/scim' },
    },
    ...runs.map(({ run, name, people }): Notice => ({
      id: `sync:${run}`,
      level: 'warning',
      text:
        people > 0
          ? say(
              'The directory “{directory}” would remove access for {count, plural, one {# user} other {# users}}, so its run was stopped.',
              { directory: name, count: people },
            )
          : say('A run of the directory “{directory}” exceeds its safety threshold, so it was stopped.', {
              directory: name,
            }),
      action: { label: say('Review list'), href: `/dashboard/sync/runs/${run}` },
    })),
  ]
}

function workflowNotice(say: Translate, run: Awaited<ReturnType<typeof findWaitingRun>>): Notice | undefined {
  if (!run) return undefined
  const text = say('The workflow “{workflow}” would suspend or delete many keys and needs your approval.', {
    workflow: run.name,
  })
  const href = `/dashboard/workflows/${run.workflow}/logs/${run.id}`
  return { id: `workflow:${run.id}`, level: 'warning', text, action: { label: say('Review list'), href } }
}

function keyNotice(say: Translate, passkeys: number): Notice | undefined {
  if (passkeys >= keysOfAnOwner) return undefined
  const addKey = { label: say('Add passkey'), href: '/dashboard/addSecurityKey' }
  return passkeys === 0
    ? {
        id: 'first-passkey',
        level: 'warning',
        text: say("You don't have a passkey yet. Add one to sign in securely."),
        action: addKey,
      }
    : {
        id: 'second-passkey',
        level: 'info',
        text: say('Add a second passkey so that you can still sign in if you lose one.'),
        action: addKey,
      }
}

export async function registerStep(ctx: TransactionContext): Promise<OutputOf<typeof account.registerStep.reply>> {
  const { users, administrators, card, published, application, kit, onboarded } = await findProgress(ctx.db)
  const passkeys = await passkeysOfCaller(ctx)
  return {
    onboarded,
    tasks: [
      { id: 'people-and-cards', done: Number(users > 1) + Number(card), of: 2 },
      { id: 'card-page', done: Number(published), of: 1 },
      { id: 'application', done: Number(application), of: 1 },
      { id: 'second-administrator', done: Math.min(administrators, 2), of: 2 },
      { id: 'break-glass', done: Number(kit), of: 1 },
      { id: 'second-passkey', done: Math.min(passkeys, keysOfAnOwner), of: keysOfAnOwner },
    ],
  }
}

async function passkeysOfCaller(ctx: TransactionContext): Promise<number> {
  return ctx.actor.kind === 'api-key' ? 0 : ((await selfOf(ctx)).passkeys ?? 0)
}
