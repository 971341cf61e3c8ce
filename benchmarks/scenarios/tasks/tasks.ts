import { newVisitor } from '../../../e2e/browser.ts'
import { activate } from '../../../e2e/workspace-setup.ts'
import { type Product, productAt } from '../../../e2e/product.ts'
import { atMost, type Row } from '../../report.ts'
import type { Stage } from '../../stage.ts'
import { signedIn } from '../../tenant.ts'
import { handAt } from './hand.ts'
import { buildCardPage, endLostBadge } from './keys.ts'
import { recoverOwner, registerToFirstUser } from './outside.ts'
import { addWithBadge, findOne, giveRole, importWithErrors, suspendAndUndo, whyRefused } from './people.ts'
import { keyTasks } from './everyday-keys.ts'
import { userTasks } from './everyday-users.ts'
import { workspaceTasks } from './everyday-workspace.ts'
import { type Desk, mostClicks, type Task } from './task.ts'

const all: readonly Task[] = [
  registerToFirstUser,
  addWithBadge,
  findOne,
  suspendAndUndo,
  importWithErrors,
  whyRefused,
  recoverOwner,
  buildCardPage,
  giveRole,
  endLostBadge,
  ...userTasks,
  ...keyTasks,
  ...workspaceTasks,
]
const seconds = 10

function productOf(stage: Stage): Product {
  const outbox = /http:\S+\/outbox\?key=\S+/.exec(stage.server.all())?.[0]
  if (outbox === undefined) throw new Error('The server does not say where its mails are')
  const address = stage.address.replace('127.0.0.1', 'localhost')
  return { ...productAt({ address, outbox }), admin: stage.admin }
}

export async function tasks(stage: Stage): Promise<Row[]> {
  const product = productOf(stage)
  const owner = await newVisitor()
  try {
    // Granting rights requires a recent sign-in
    const { link } = await product.admin('recovery-link', 'owner@bench.example', '--workspace', 'bench')
    await activate(owner.page, String(link))
    const { ask } = await signedIn(stage, 'bench', 'owner@bench.example')
    const rows: Row[] = []
    for (const task of all) rows.push(...(await done(task, { stage, product, page: owner.page, ask })))
    return rows
  } finally {
    await owner.context.browser()?.close()
  }
}

async function done(task: Task, desk: Desk): Promise<Row[]> {
  process.stdout.write(`  ${task.what}\n`)
  const walk = await task.prepare(desk)
  const outside = task.outside ? await newVisitor() : undefined
  const { page } = outside ?? desk
  // On a busy machine the run must finish even if it misses its time target
  page.setDefaultTimeout(120_000)
  if (!outside) {
    await page.goto(`${desk.product.address}/dashboard`)
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await page.waitForLoadState('networkidle')
  }
  const hand = handAt(page)
  const began = performance.now()
  await walk(hand)
  const took = (performance.now() - began) / 1000
  await outside?.context.close()
  return [
    atMost('tasks', `${task.what}: clicks`, hand.clicks, '', mostClicks(task)),
    { scenario: 'tasks', what: 'the same: keys', value: hand.keys, unit: '' },
    atMost('tasks', 'the same: time of the machine', took, 's', seconds),
  ]
}
