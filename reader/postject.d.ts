declare module 'postject' {
  export function inject(
    file: string,
    resource: string,
    data: Uint8Array,
    options: { sentinelFuse: string; machoSegmentName?: string },
  ): Promise<void>
}
