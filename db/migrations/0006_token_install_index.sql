DROP INDEX CONCURRENTLY IF EXISTS "sts_token_install_sid_created_date_sid_index";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "sts_token_install_sid_created_date_sid_index" ON "sts_token" USING btree ("install_sid","created_date","sid");