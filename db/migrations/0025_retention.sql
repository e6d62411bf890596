ALTER TABLE "sts_token" DROP CONSTRAINT "sts_token_replaced_by_sid_sts_token_sid_fk";
--> statement-breakpoint
CREATE INDEX "mfa_challenge_expires_at_index" ON "mfa_challenge" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "password_reset_expires_at_index" ON "password_reset" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_session_expires_at_index" ON "sign_in_session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "throttle_last" ON "throttle" USING btree (("taken"[cardinality("taken")]));--> statement-breakpoint
CREATE INDEX "onboarding_link_expires_at_index" ON "onboarding_link" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sts_family_absolute_expires_at_index" ON "sts_family" USING btree ("absolute_expires_at");--> statement-breakpoint
CREATE INDEX "webhook_delivery_done" ON "webhook_delivery" USING btree ("finished_date") WHERE "webhook_delivery"."status" in ('delivered', 'skipped');--> statement-breakpoint
CREATE INDEX "webhook_delivery_given_up" ON "webhook_delivery" USING btree ("finished_date") WHERE "webhook_delivery"."status" = 'dead';