import type { ldap } from '@claviger/contract/directories/ldap'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { t } from '#platform/text/text.ts'
import classes from './ldap.module.css'

type People = OutputOf<(typeof ldap)['calls']['sample']['reply']>['items']

export function LdapSample({ people }: { people: People }) {
  if (people.length === 0) return <p>{t('No users found')}</p>
  return (
    <div className={classes.sample}>
      {people.map(({ anchor, active, attributes }) => (
        <details key={anchor}>
          <summary>
            {titleOf(attributes) ?? anchor}
            {!active && ` (${t('disabled there')})`}
          </summary>
          <dl>
            {attributes.map(({ name, values }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{values.join(' · ').slice(0, 300)}</dd>
              </div>
            ))}
          </dl>
        </details>
      ))}
    </div>
  )
}

const titleOf = (attributes: People[number]['attributes']) =>
  ['displayname', 'cn', 'uid']
    .map(name => attributes.find(one => one.name.toLowerCase() === name)?.values[0])
    .find(Boolean)
