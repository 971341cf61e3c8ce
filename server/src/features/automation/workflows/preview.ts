import { problem } from '../../../ground/problem.ts'
import type { Ctx } from '../../../ground/world.ts'
import { writtenOf } from './content.ts'
import { brakes } from './run.ts'
import { nextTimes } from './times.ts'
import { dueSteps, firstDue } from './types/due.store.ts'
import { typeOf } from './types/types.ts'
import type { InputFor } from './workflows.ts'
import { findWorkflow } from './workflows.store.ts'

const shown = 20
const times = 5

/** The next times of a workflow as somebody writes it, and whom it would touch now. Throws not-found, zone-unknown and invalid-input. */
export async function preview(
  ctx: Ctx,
  { id = null, workflow }: { id?: string | undefined | null } & Omit<InputFor<'preview'>, 'id'>,
) {
  if (id !== null && !(await findWorkflow(ctx.db, id))) throw problem('not-found')
  const written = await writtenOf(ctx, workflow)
  const now = ctx.clock.now()
  const { interval } = written
  const type = typeOf(written.type)
  const due = type?.due?.({ ...written, id }, now)
  const steps = due ? await dueSteps(ctx.db, due) : []
  const sum = (of: typeof steps) => of.reduce((all, { count }) => all + count, 0)
  return {
    times: interval === null ? [] : nextTimes({ ...written, interval }, now, times).map(at => at.toISOString()),
    total: sum(steps),
    steps,
    people: (due ? await firstDue(ctx.db, due, shown) : []).map(({ name, detail, step }) => ({
      name: name ?? detail ?? '',
      detail: name === null ? null : detail,
      step,
    })),
    brake: await brakes(ctx, sum(steps.filter(one => type?.grave?.includes(one.step)))),
    elsewhere: due === undefined,
  }
}
