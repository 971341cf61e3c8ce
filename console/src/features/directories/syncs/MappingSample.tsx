import type { Mapping } from '@claviger/contract/directories/connections/mapping'
import { syncs } from '@claviger/contract/directories/syncs'
import { Box, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { fieldOf } from '../connections/connection-fields.ts'

export function MappingSample({ id, mapping }: { id: string; mapping: Mapping }) {
  const [at, setAt] = useState(0)
  const sample = useWrite(syncs.sample)
  const people = sample.data?.people ?? []
  const person = people[at % Math.max(people.length, 1)]
  const look = () => sample.mutate({ id, mapping })
  return (
    <Card
      title={t('Tested with a directory user')}
      right={
        <Group component="span" gap={8}>
          {people.length > 1 && (
            <Button size="xs" variant="default" onClick={() => setAt(at + 1)}>
              {t('Another user')}
            </Button>
          )}
          <Button size="xs" variant="default" loading={sample.isPending} onClick={look}>
            {t('Try it')}
          </Button>
        </Group>
      }
    >
      {sample.error && <Notice level="error">{sample.error.message}</Notice>}
      {!person && !sample.error && (
        <p>{sample.data ? t('The directory returned no users.') : t('Nothing is saved.')}</p>
      )}
      {person && (
        <>
          {person.wrong !== null && <Notice level="warning">{t(person.wrong)}</Notice>}
          <Grid columns="1fr 1fr" below={768}>
            <div>
              <h3>{t('In the directory')}</h3>
              <dl>
                {person.attributes.map(({ name, value }) => (
                  <div key={name}>
                    <dt className="cv-muted">{name}</dt>
                    <Box component="dd" className="cv-wrap" mb={6}>
                      {value}
                    </Box>
                  </div>
                ))}
              </dl>
            </div>
            <div>
              <h3>{t('Here')}</h3>
              <dl>
                {person.fields.map(({ field, value }) => (
                  <div key={field}>
                    <dt className="cv-muted">{fieldOf(field)}</dt>
                    <Box component="dd" className="cv-wrap" mb={6}>
                      {value === '' ? '—' : value}
                    </Box>
                  </div>
                ))}
              </dl>
            </div>
          </Grid>
        </>
      )}
    </Card>
  )
}
