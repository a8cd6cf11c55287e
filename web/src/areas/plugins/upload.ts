// Sends a package as it is, telling how far it is.
import { uploadWithProgress, type UploadOptions } from '../../lib/upload.ts';
import { uploadPath } from './queries.ts';

export interface UploadedPackage {
  id: number;
  plugin: string;
  version: string;
}

export const uploadPackage = (file: Blob, options: UploadOptions = {}): Promise<UploadedPackage> =>
  uploadWithProgress<UploadedPackage>(uploadPath, file, { ...options, contentType: 'application/zip' });
