import type { BulkAct, BulkPreview } from '@claviger/contract/people/bulk-runs'
import { count, many } from '../../../ground/ui/bits/moments.ts'
import { reasonOf, wordsOf } from './words.ts'
import classes from './bulk-runs.module.css'

const namesOf = (names: readonly string[], all: number) =>
  names.length === 0 ? '' : `${names.join(', ')}${all > names.length ? ` and ${count(all - names.length)} more` : ''}`

/** In numbers: to how many it will happen, to whom it cannot and why. */
export function Preview({ act, of }: { act: BulkAct; of: BulkPreview }) {
  const { will, danger } = wordsOf(act)
  const unable = of.total - of.able
  return (
    <div className={classes.preview}>
      <p>
        <b>
          {count(of.able)} of {many(of.total, 'user')}
        </b>{' '}
        {will}.{danger && of.keys > 0 && ` They lose the use of ${many(of.keys, 'key')}.`}
      </p>
      {of.able > 0 && <p className={classes.names}>{namesOf(of.names, of.able)}</p>}
      {unable > 0 && (
        <>
          <p>
            <b>{many(unable, 'user')}</b> will stay as {unable === 1 ? 'it is' : 'they are'}:
          </p>
          <ul className={classes.reasons}>
            {of.unable.map(({ reason, count: number, names }) => (
              <li key={reason}>
                <b className="cv-number">{count(number)}</b> {reasonOf(reason)}
                {names.length > 0 && <span>{namesOf(names, number)}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
