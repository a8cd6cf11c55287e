// Types of the build settings.
import type { PluginOption, UserConfigFnObject } from 'vite';

export interface RemoteOptions {
  id: string;
  exposes: Record<string, string>;
  /** Optional shares that the plugin uses, such as `@waybill/plugin/forms`. */
  uses?: string[];
}

export function hostFederation(): PluginOption;
export function remoteFederation(options: RemoteOptions): PluginOption;
/** `vite build` builds for release; `vite` runs the dev server for WAYBILL_HOST. */
export function pluginConfig(
  options: RemoteOptions & { plugins?: PluginOption[]; frame?: string },
): UserConfigFnObject;
