import { myApps } from '@claviger/contract/sso/my-apps'
import type { Tile } from '@claviger/contract/sso/my-apps'
import { ActionIcon, Box, Group, Stack, TextInput } from '@mantine/core'
import { IconApps, IconSearch, IconStar, IconStarFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { ErrorCard } from '#platform/ui/page/ErrorCard.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { AppIcon } from '#features/apps/applications/AppIcon.tsx'
import { useSession } from '#shell/session.tsx'
import classes from './my-apps.module.css'

const mostRecent = 4

function Star({ of }: { of: Tile }) {
  const write = useWrite(myApps.star)
  const Icon = of.favourite ? IconStarFilled : IconStar
  return (
    <ActionIcon
      size={32}
      className={classes.star ?? ''}
      {...(of.favourite && { c: 'var(--cv-accent-text)' })}
      aria-pressed={of.favourite}
      aria-label={t('Favorite: {name}', { name: of.name })}
      // aria-disabled, because a disabled button would lose the focus
      aria-disabled={write.isPending || undefined}
      onClick={() => {
        if (!write.isPending) write.mutate({ id: of.id, favourite: !of.favourite })
      }}
    >
      <Icon size={18} stroke={1.7} aria-hidden />
    </ActionIcon>
  )
}

function Tiles({ title, of }: { title: string; of: readonly Tile[] }) {
  if (of.length === 0) return null
  return (
    <Stack component="section" gap={10} aria-label={title}>
      <h2 className="cv-heading">{title}</h2>
      <Grid component="ul" columns={240} keeps gap={12}>
        {of.map(tile => (
          <Group
            key={tile.id}
            component="li"
            className={`${classes.tile ?? ''} cv-choice`}
            pos="relative"
            gap={12}
            wrap="nowrap"
            mih={72}
            p="12px 44px 12px 14px"
            bdrs={12}
          >
            <AppIcon name={tile.name} picture={tile.picture} size={40} />
            <Box component="a" className="cv-plain" miw={0} href={tile.launch} target="_blank" rel="noreferrer">
              <Box component="b" className="cv-wrap" display="block" fz={14} fw={550}>
                {tile.name}
              </Box>
              {tile.description !== '' && (
                <Box component="small" className="cv-small cv-cut" display="block" title={tile.description}>
                  {tile.description}
                </Box>
              )}
            </Box>
            <Star of={tile} />
          </Group>
        ))}
      </Grid>
    </Stack>
  )
}

const foundIn = (tiles: readonly Tile[], search: string) => {
  const words = search.trim().toLowerCase()
  return tiles.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(words))
}

function All({ of }: { of: readonly Tile[] }) {
  const [search, setSearch] = useState('')
  const found = foundIn(of, search)
  const favourites = of.filter(tile => tile.favourite)
  const recent = of
    .filter(tile => tile.lastOpenedAt !== null)
    .toSorted((one, other) => (other.lastOpenedAt ?? '').localeCompare(one.lastOpenedAt ?? ''))
    .slice(0, mostRecent)
  const searching = search.trim() !== ''
  return (
    <Stack gap={24}>
      <TextInput
        className={classes.search ?? ''}
        size="md"
        aria-label={t('Search applications')}
        placeholder={t('Search applications')}
        leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
        value={search}
        onChange={event => setSearch(event.currentTarget.value)}
      />
      {searching ? (
        found.length > 0 ? (
          <Tiles title={t('Found')} of={found} />
        ) : (
          <p>{t('No matching applications. If one is missing, ask your administrator.')}</p>
        )
      ) : (
        <>
          <Tiles title={t('Favorites')} of={favourites} />
          <Tiles title={t('Recently opened')} of={of.length > mostRecent ? recent : []} />
          <Tiles title={t('All applications')} of={of} />
        </>
      )}
    </Stack>
  )
}

export default function MyAppsPage() {
  const { can } = useSession()
  const read = useRead(myApps.list, {})
  return (
    <>
      <PageHead title={t('My apps')} />
      {read.isError ? (
        <ErrorCard
          title={t('We could not load your applications')}
          fault={read.error}
          retry={() => void read.refetch()}
        />
      ) : read.isPending ? (
        <Bones lines={6} />
      ) : read.data.items.length === 0 ? (
        <EmptyState
          title={t('No applications yet')}
          link={
            can('applications.write')
              ? { to: '/dashboard/sso/apps/new', label: t('Add application') }
              : { to: '/dashboard/profile', label: t('Open profile') }
          }
          icon={IconApps}
        >
          {t('Applications assigned to you appear here. You can open them without another password.')}
        </EmptyState>
      ) : (
        <All of={read.data.items} />
      )}
    </>
  )
}
