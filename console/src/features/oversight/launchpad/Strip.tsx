import { account } from '@claviger/contract/access/account'
import { Link } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { useSession } from '#shell/session.tsx'
import { Meter } from './Meter.tsx'
import { taskOf } from './tasks.ts'
import classes from './launchpad.module.css'

export function Strip() {
  const { can } = useSession()
  const step = useRead(account.registerStep, {}, { quiet: true })
  const tasks = step.data?.tasks ?? []
  const done = tasks.filter(task => task.done >= task.of).length
  if (tasks.length === 0 || done === tasks.length) return null
  return (
    <section className={classes.strip} aria-label={t('Getting started')}>
      <div className={classes.about}>
        <h2>
          <Link to="/dashboard/launchpad">{t('Getting started')}</Link>
        </h2>
        <p>{t('{done} of {total} steps completed.', { done, total: tasks.length })}</p>
      </div>
      <ol className={classes.steps}>
        {tasks.map((task, index) => {
          const { title, act, to, may, search = {} } = taskOf(task)
          const finished = task.done >= task.of
          return (
            <li key={task.id} className={classes.step}>
              <Meter title={title} number={index + 1} task={task} />
              {finished && <span className={classes.rest}>{t('Done')}</span>}
              {!finished && can(may) && (
                <Link to={to} search={search}>
                  {act} →
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
