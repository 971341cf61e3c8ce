import { fingerprints } from '@claviger/contract/keys/fingerprints'
import { type KeyInfo, keyKinds } from '@claviger/contract/keys/security-keys'
import { Button, Menu } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { MoreMenu } from '../../../ground/ui/bits/MoreMenu.tsx'
import { When } from '../../../ground/ui/bits/When.tsx'
import { Text } from '../../../ground/ui/fields/Text.tsx'
import { Foot } from '../../../ground/ui/form/Foot.tsx'
import { Form } from '../../../ground/ui/form/Form.tsx'
import { IconRow, IconRows } from '../../../ground/ui/list/IconRow.tsx'
import { ConfirmCall } from '../../../ground/ui/over/ConfirmCall.tsx'
import { Dialog } from '../../../ground/ui/over/Dialog.tsx'
import { Card } from '../../../ground/ui/page/Card.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { useSession } from '../../../shell/session.tsx'
import { Enrolment } from '../key-assignment/Enrolment.tsx'
import { useKinds } from '../key-assignment/useKinds.ts'

/** Fingers of a fingerprint key: to add, rename and delete. */
export function Fingers({ of }: { of: KeyInfo }) {
  const { can } = useSession()
  const [challenge, setChallenge] = useState<string | null>(null)
  const [renaming, setRenaming] = useState<KeyInfo['fingerprints'][number] | null>(null)
  const add = useWrite(fingerprints.restart, { done: reply => setChallenge(reply.challenge) })
  const [going, setGoing] = useState<KeyInfo['fingerprints'][number] | null>(null)
  const write = can('keys.write')
  const readable = useKinds().some(({ value }) => value === keyKinds.fingerprint)
  const button = write && readable && (
    <Button variant="default" loading={add.isPending} onClick={() => add.mutate({ id: of.id })}>
      {t('Add finger')}
    </Button>
  )
  return (
    <Card title={t('Fingers')} flush right={button}>
      {of.fingerprints.length === 0 ? (
        <EmptyState title={t('No finger yet')} icon={IconFingerprint}>
          {readable
            ? t('Fingers are enrolled at a reader. No picture of them is kept.')
            : t('No program that reads fingers is registered here. Register one first')}
        </EmptyState>
      ) : (
        <IconRows>
          {of.fingerprints.map(finger => (
            <IconRow
              key={finger.id}
              icon={<IconFingerprint size={20} stroke={1.6} aria-hidden />}
              name={<strong>{finger.name}</strong>}
              about={<When at={finger.createdAt} />}
              last={null}
              menu={
                write && (
                  <MoreMenu bare label={t('Actions for {name}', { name: finger.name })}>
                    <Menu.Item onClick={() => setRenaming(finger)}>{t('Rename…')}</Menu.Item>
                    <Menu.Item data-danger onClick={() => setGoing(finger)}>
                      {t('Delete…')}
                    </Menu.Item>
                  </MoreMenu>
                )
              }
            />
          ))}
        </IconRows>
      )}
      {challenge !== null && (
        <Dialog open title={t('Add finger')} close={() => setChallenge(null)}>
          <Enrolment challenge={challenge} securityKey={of.id} />
        </Dialog>
      )}
      {going && (
        <ConfirmCall
          of={fingerprints.remove}
          input={{ id: going.id }}
          title={t('Delete 1 finger?')}
          keep={t('Keep finger')}
          act={t('Delete 1 finger')}
          said={t('Finger deleted')}
          close={() => setGoing(null)}
        >
          <p>
            <strong>
              {t('{owner} can no longer use “{finger}” at a reader.', { owner: of.owner.name, finger: going.name })}
            </strong>{' '}
            {of.fingerprints.length === 1 && t('No other finger opens this key.')}
          </p>
          <p>{t('This cannot be undone. The finger can be enrolled again at a reader.')}</p>
        </ConfirmCall>
      )}
      {renaming && (
        <Dialog open title={t('Rename finger')} close={() => setRenaming(null)}>
          <Form
            of={fingerprints.rename}
            start={{ name: renaming.name }}
            fixed={{ id: renaming.id }}
            done={() => setRenaming(null)}
          >
            <Text name="name" label={t('Name')} autoFocus />
            <Foot save={t('Rename finger')} cancel={{ do: () => setRenaming(null) }} />
          </Form>
        </Dialog>
      )}
    </Card>
  )
}
