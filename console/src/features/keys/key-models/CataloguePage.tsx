import { keyModels } from '@claviger/contract/keys/key-models'
import { Button, Stack } from '@mantine/core'
import { useRef } from 'react'
import type { ChangeEvent } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'

const largest = 15 * 1024 * 1024

export default function CataloguePage() {
  const chooser = useRef<HTMLInputElement>(null)
  const state = useRead(keyModels.catalogue, {})
  const load = useWrite(keyModels.load, {
    done: issue =>
      toast('success', t('{count, plural, one {# model} other {# models}} loaded', { count: issue.models })),
  })
  async function read(event: ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget
    const [file] = input.files ?? []
    if (!file) return
    if (file.size > largest) toast('warning', t('This file is larger than 15 MB'))
    else load.mutate({ blob: (await file.text()).trim() })
    input.value = ''
  }
  const loaded = state.data
  return (
    <>
      <PageHead title={t('Key model catalog')} />
      <Card title={t('Loaded version')}>
        <Waiting on={state} what={t('the catalog')}>
          <Stack className="cv-linked" gap={16}>
            {loaded && loaded.loadedAt !== null ? (
              <Facts
                of={[
                  [t('Number'), String(loaded.number)],
                  [t('Models'), String(loaded.models)],
                  [t('Next version'), loaded.nextUpdate ?? '—'],
                  [
                    t('Loaded'),
                    <Trans
                      key="loaded"
                      id="<0/> by {name}"
                      values={{ name: loaded.loadedBy ?? '' }}
                      components={[<When key="0" at={loaded.loadedAt} />]}
                    />,
                  ],
                ]}
              />
            ) : (
              <p className="cv-muted">{t('No catalog is loaded. Model names come from the built-in list.')}</p>
            )}
            <p className="cv-muted">
              {t(
                'FIDO publishes the catalog as a signed file at mds3.fidoalliance.org. The server verifies the signature before it stores anything.',
              )}
            </p>
            <input
              ref={chooser}
              type="file"
              hidden
              accept=".jwt,.blob,.txt"
              aria-label={t('Catalog file')}
              onChange={event => void read(event)}
            />
            <div>
              <Button loading={load.isPending} onClick={() => chooser.current?.click()}>
                {t('Load catalog file…')}
              </Button>
            </div>
          </Stack>
        </Waiting>
      </Card>
    </>
  )
}
