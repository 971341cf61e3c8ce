import type { JobKind } from '#platform/jobs.ts'
import { failReplay, stalledReplays } from './replay.store.ts'
import { runReplay, type SimulationReference } from './usage-sampling.ts'

const silent = {
  tables: ['policy_replays', 'policy_replay_counts'],
  because: 'A replay only reads; its result is shown to the user who started it and then discarded',
}

export const replayPolicies: JobKind<SimulationReference> = {
  name: 'policy-replay',
  silent,
  takers: 2,
  work: runReplay,
}

const longest = 30 * 60_000

/** Every minute, continues replays whose process died. */
export const resumeReplays: JobKind = {
  name: 'policy-replay-resume',
  cron: '* * * * *',
  silent,
  async work(world) {
    const { rows } = await world.superPool.query<SimulationReference & { createdAt: Date }>(stalledReplays)
    for (const { workspace, id, createdAt } of rows)
      try {
        await runReplay(world, { workspace, id })
      } catch (error) {
        world.log.error({ replay: id, err: error }, 'a replay of policies could not go on')
        if (world.clock.now().getTime() - createdAt.getTime() > longest)
          await world.superPool.query(failReplay, [workspace, id])
      }
  },
}
