import { catalogue } from '@claviger/contract/apps/catalogue'
import { categories } from '@claviger/contract/apps/catalogue/preset'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { Box, Button, NativeSelect, Stack, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t, Trans } from '#platform/text/text.ts'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { ErrorCard } from '#platform/ui/page/ErrorCard.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { AppIcon } from '../applications/AppIcon.tsx'
import { protocolOf } from '../applications/application-labels.ts'
import { FillIn } from './FillIn.tsx'
import { GuideSteps } from './GuideSteps.tsx'
import { categoryNames, nameOf } from './preset-labels.ts'

type Offered = OutputOf<typeof catalogue.presets.reply>['presets'][number]
type Made = OutputOf<typeof catalogue.make.reply>
const home = '/dashboard/sso/apps'

function Choose({ of, choose }: { of: readonly Offered[]; choose: (preset: Offered) => void }) {
  const [search, setSearch] = useState('')
  const [category, setCategory] = useState('')
  const words = search.trim().toLowerCase()
  const found = of.filter(
    one => (category === '' || one.category === category) && nameOf(one).toLowerCase().includes(words),
  )
  const shown = found.length > 0 ? found : of.filter(one => one.category === 'any')
  return (
    <>
      <Grid columns="minmax(0, 320px) minmax(0, 200px)" gap={10} below={768}>
        <TextInput
          size="sm"
          aria-label={t('Search applications')}
          placeholder={t('Search applications')}
          leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
          value={search}
          onChange={event => setSearch(event.currentTarget.value)}
        />
        <NativeSelect
          size="sm"
          aria-label={t('Category')}
          value={category}
          data={[
            { value: '', label: t('All categories') },
            ...categories.map(one => ({ value: one, label: t(categoryNames[one]) })),
          ]}
          onChange={event => setCategory(event.currentTarget.value)}
        />
      </Grid>
      {found.length === 0 && (
        <Notice>
          {t(
            "This application isn't in the catalog. You can add any application that supports OpenID Connect or SAML. Other applications can be added behind a reverse proxy, or as a bookmark that only opens them.",
          )}
        </Notice>
      )}
      <Grid component="ul" columns={220} keeps gap={10}>
        {shown.map(one => (
          <li key={one.key}>
            <UnstyledButton
              type="button"
              component="button"
              className="cv-named cv-choice"
              style={{ gap: 12 }}
              p="10px 12px"
              w="100%"
              h="100%"
              onClick={() => choose(one)}
            >
              <AppIcon name={nameOf(one)} size={40} />
              <span>
                <Box component="b" fw={550}>
                  {nameOf(one)}
                </Box>
                <Box component="span" className="cv-muted" display="block">
                  {t(categoryNames[one.category])} · {protocolOf(one)}
                </Box>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </Grid>
    </>
  )
}

function Added({ of }: { of: Made }) {
  const { id, name, clientSecret, bookmark } = of.application
  return (
    <>
      <PageHead
        title={t('{name} added', { name })}
        picture={<AppIcon name={name} size={40} />}
        actions={
          <Button component={Link} to={`${home}/${id}` as '/'} search={{ tab: 'who' } as never}>
            {t('Manage access')}
          </Button>
        }
      />
      <Stack gap={20} maw={720}>
        {clientSecret !== null && (
          <Notice level="warning">{t('The secret is shown only once. Copy it before you leave this page.')}</Notice>
        )}
        {bookmark ? (
          <Notice>{t('No users see this bookmark yet. Choose under “Manage access” who finds it in My Apps.')}</Notice>
        ) : (
          <Card title={t('Set up {name}', { name })}>
            <GuideSteps
              of={of.guide}
              secret={clientSecret}
              last={
                <Trans
                  id="Save your changes there, then <0>manage access here</0>. No users have access yet."
                  components={[<Link key="who" to={`${home}/${id}` as '/'} search={{ tab: 'who' }} />]}
                />
              }
            />
          </Card>
        )}
      </Stack>
    </>
  )
}

export default function AddPage() {
  const read = useRead(catalogue.presets, {}, { fresh: 600_000 })
  const { preset }: Record<string, string | undefined> = useSearch({ strict: false })
  const [picked, setChosen] = useState<Offered | null | undefined>(undefined)
  const chosen = picked === undefined ? read.data?.presets.find(one => one.key === preset) : picked
  const [made, setMade] = useState<Made | null>(null)
  if (made) return <Added of={made} />
  if (chosen)
    return (
      <>
        <PageHead
          title={t('Add {name}', { name: nameOf(chosen) })}
          beside={<span className="cv-muted">{protocolOf(chosen)}</span>}
          picture={<AppIcon name={chosen.name} size={40} />}
        />
        <FillIn of={chosen} back={() => setChosen(null)} done={setMade} />
      </>
    )
  return (
    <>
      <PageHead title={t('Add application')} />
      {read.isError ? (
        <ErrorCard title={t('We could not load the catalog')} fault={read.error} retry={() => void read.refetch()} />
      ) : read.isPending ? (
        <Bones lines={8} />
      ) : (
        <Choose of={read.data.presets} choose={setChosen} />
      )}
    </>
  )
}
