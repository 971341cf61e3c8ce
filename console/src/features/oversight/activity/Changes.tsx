import type { Activity } from '@claviger/contract/oversight/activity'
import { Box } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { fieldOf, valueOf } from './activity-fields.ts'
import classes from './activity.module.css'

const Head = ({ children }: { children: string }) => (
  <Box component="th" scope="col" c="dimmed">
    {children}
  </Box>
)

export function Changes({ entry }: { entry: Activity }) {
  const before = entry.before ?? {}
  const after = entry.after ?? {}
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return (
    <section className={`${classes.changes ?? ''} cv-box cv-scroll`}>
      <h2>{t('Changes')}</h2>
      <table className="cv-figures">
        <thead>
          <tr>
            <Head>{t('Field')}</Head>
            {entry.before !== null && <Head>{t('Part before')}</Head>}
            {entry.after !== null && <Head>{entry.before === null ? t('Value') : t('After')}</Head>}
          </tr>
        </thead>
        <tbody>
          {names.map(name => (
            <tr key={name}>
              <th scope="row">{fieldOf(name)}</th>
              {entry.before !== null && <td className={classes.was}>{valueOf(before[name], name)}</td>}
              {entry.after !== null && <td>{valueOf(after[name], name)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
