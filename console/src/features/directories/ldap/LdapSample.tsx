import type { ldap } from '@claviger/contract/directories/ldap'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { Box } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { Grid } from '#platform/ui/page/Grid.tsx'

type People = OutputOf<(typeof ldap)['calls']['sample']['reply']>['items']

export function LdapSample({ people }: { people: People }) {
  if (people.length === 0) return <p>{t('No users found')}</p>
  return (
    <div className="cv-ruled">
      {people.map(({ anchor, active, attributes }) => (
        <Box component="details" py={8} key={anchor}>
          <Box component="summary" fw={550}>
            {titleOf(attributes) ?? anchor}
            {!active && ` (${t('disabled there')})`}
          </Box>
          <Box component="dl" mt={8}>
            {attributes.map(({ name, values }) => (
              <Grid columns="minmax(120px, 200px) 1fr" gap={12} py={2} key={name}>
                <dt className="cv-muted cv-wrap">{name}</dt>
                <dd className="cv-wrap">{values.join(' · ').slice(0, 300)}</dd>
              </Grid>
            ))}
          </Box>
        </Box>
      ))}
    </div>
  )
}

const titleOf = (attributes: People[number]['attributes']) =>
  ['displayname', 'cn', 'uid']
    .map(name => attributes.find(one => one.name.toLowerCase() === name)?.values[0])
    .find(Boolean)
