import { type Command, CommandRefusal, UsageError } from './command.ts'

export const jobs: Command = {
  name: 'jobs',
  takes: '[--retry KIND:ID]',
  about: 'Shows jobs by kind, and failed jobs with their last error; --retry retries a failed job',
  words: 0,
  options: { retry: { type: 'string' } },
  async work(operator, words) {
    const wanted = words.option('retry')
    if (wanted !== undefined) {
      const [kind, id] = wanted.split(':')
      if (!kind || !id) throw new UsageError('--retry takes KIND:ID as shown by `jobs`')
      if (!(await operator.world.jobs.again(kind, id))) throw new CommandRefusal(`There is no failed job ${wanted}.`)
      return { json: { retried: wanted }, lines: [`${wanted} will be tried again.`] }
    }
    const counts = await operator.world.jobs.counts()
    const stuck = await operator.world.jobs.stuck()
    const lines = [
      ...counts.map(one => `${one.name}: ${one.waiting} waiting, ${one.running} running, ${one.failed} failed`),
      ...stuck.map(
        one =>
          `${one.kind}:${one.id}  ${one.failed ? 'failed permanently' : 'will be retried'} after ${one.tries} tries, since ${one.since.toISOString()}: ${one.error}`,
      ),
    ]
    return { json: { counts, stuck }, lines }
  },
}
