const name = 'claviger-workspace'

export interface KnownWorkspace {
  slug: string
  name: string
}

/** The workspace of the last sign-in at this computer. Sign-out keeps it, because it says nothing about the user. */
export function knownWorkspace(): KnownWorkspace | null {
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? 'null') as Partial<KnownWorkspace> | null
    return typeof kept?.slug === 'string' && typeof kept.name === 'string' ? { slug: kept.slug, name: kept.name } : null
  } catch {
    return null
  }
}

export const rememberWorkspace = (workspace: KnownWorkspace): void =>
  localStorage.setItem(name, JSON.stringify({ slug: workspace.slug, name: workspace.name }))

export const forgetWorkspace = (): void => localStorage.removeItem(name)
