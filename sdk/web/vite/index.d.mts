// Types of the build settings beside this file.
import type { PluginOption, UserConfigFnObject } from 'vite';

export interface RemoteOptions {
  id: string;
  exposes: Record<string, string>;
  /** Optional shares that the plugin uses, such as `@waybill/plugin/forms`. */
  uses?: string[];
}

export function hostFederation(): PluginOption;
export function remoteFederation(options: RemoteOptions): PluginOption;
/** For `vite build`: what is shipped; for `vite`: the dev server that shows it inside the host of WAYBILL_HOST. */
export function pluginConfig(
  options: RemoteOptions & { plugins?: PluginOption[]; frame?: string },
): UserConfigFnObject;
